import { join } from 'node:path';
import { type Engine, readPages, runEngine, writeFiles } from '../../engines/engine.ts';

/** Asciidoctor as it is: a page a manual, without a menu of other pages; who wrote it above, a colophon below. */
export const asciidoctor: Engine = {
  name: 'asciidoctor',
  kind: 'documentation',
  needs: 'asciidoctor/node_modules/@asciidoctor/cli/bin/asciidoctor',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, shared, notice, areLoose } = build;
    const files: Record<string, string> = {};
    for (const { slug, title, paragraphs } of documents) {
      const half = Math.ceil(paragraphs.length / 2);
      files[`${slug}.adoc`] = [
        `= ${title}\nThe ${site} writers\nv${version}, 2 January 2026\n:toc: left\n:sectnums:\n:reproducible:`,
        ...(notice === '' ? [] : [`[CAUTION]\n====\n${notice}\n====`]),
        ...(areLoose ? paragraphs : ['== Overview', ...paragraphs.slice(0, half)]),
        ...(areLoose || half === paragraphs.length ? [] : ['== Details', ...paragraphs.slice(half)]),
        ...(areLoose ? [] : ['[colophon]\n== Colophon', shared[0]]),
      ].join('\n\n');
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['-b', 'html5', '-a', 'linkcss', ...Object.keys(files)], folder);
    return readPages(build, ({ slug }) => join(folder, `${slug}.html`));
  },
};
