import { join } from 'node:path';
import { type Engine, markdownOf, readPages, runEngine, writeFiles } from '../../engines/engine.ts';

/** Sphinx with the theme of PyData: a bar of sections above, an announcement, who edited, "Show Source" at the right. */
export const pydata: Engine = {
  name: 'pydata',
  kind: 'documentation',
  needs: 'pydata/bin/sphinx-build',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const heading = (text: string): string => `# ${text}`;
    const options = {
      announcement: notice,
      show_prev_next: true,
      secondary_sidebar_items: ['page-toc', 'sourcelink'],
      footer_start: ['copyright', 'theme-version'],
    };
    const files: Record<string, string> = {
      'source/conf.py': `project = '${site}'
copyright = '2026, ${site} and all who wrote'
release = '${version}'
html_theme = 'pydata_sphinx_theme'
html_theme_options = ${JSON.stringify(options).replaceAll('true', 'True')}
`,
      'source/index.rst': `User Guide\n==========\n\n.. toctree::\n   :maxdepth: 1\n\n${documents.map(({ slug }) => `   ${slug}`).join('\n')}\n`,
    };
    for (const document of documents) {
      const source = [heading(document.title), markdownOf(document, build)].join('\n\n');
      files[`source/${document.slug}.rst`] = source.replaceAll(
        /^#+ (.*)$/gm,
        (_, text: string) => `${text}\n${(text === 'Details' ? '-' : '=').repeat(text.length * 3)}`,
      );
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['-q', '-b', 'html', 'source', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};
