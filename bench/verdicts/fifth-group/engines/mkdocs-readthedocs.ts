import { join } from 'node:path';
import { type Engine, markdownOf, readPages, runEngine, writeFiles } from '../../engines/engine.ts';

/** MkDocs with the theme that it brings along in the manner of Read the Docs: all pages at the side, a menu of versions below. */
export const mkdocsReadthedocs: Engine = {
  name: 'mkdocs-readthedocs',
  kind: 'documentation',
  needs: 'python/bin/mkdocs',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const config = {
      site_name: `${site} ${version}`,
      repo_url: 'https://git.example/harbour/harbour',
      theme: { name: 'readthedocs', highlightjs: false, hide_sphinx_footer: false },
      markdown_extensions: ['admonition'],
    };
    const hint = notice === '' ? '' : `!!! warning\n    ${notice}\n\n`;
    const pages = documents.map((document): [string, string] => [
      `docs/${document.slug}.md`,
      `# ${document.title}\n\n${hint}${markdownOf(document, build)}\n`,
    ]);
    await writeFiles(folder, {
      'mkdocs.yml': JSON.stringify(config),
      'docs/index.md': `# ${site}\n`,
      ...Object.fromEntries(pages),
    });
    await runEngine(this.needs, ['build', '--quiet', '--site-dir', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', slug, 'index.html'));
  },
};
