import { join } from 'node:path';
import {
  type Engine,
  readPages,
  runEngine,
  type SiteBuild,
  type SiteDocument,
  writeFiles,
} from './engine.ts';

/** Sphinx with the theme of Read the Docs: a tree of all pages at the side, a version above it. */
export const sphinx: Engine = {
  name: 'sphinx',
  kind: 'documentation',
  needs: 'python/bin/sphinx-build',
  isHeldOut: false,
  async build(folder, build) {
    const { site, version, documents } = build;
    const files: Record<string, string> = {
      'source/conf.py': `project = '${site}'
copyright = '2024, the ${site} developers'
version = release = '${version}'
html_theme = 'sphinx_rtd_theme'
html_show_sourcelink = True
`,
      'source/index.rst': `${heading(site, '=')}
.. toctree::
   :maxdepth: 1

${documents.map(({ slug }) => `   ${slug}`).join('\n')}
`,
    };
    for (const document of documents) files[`source/${document.slug}.rst`] = sourceOf(document, build);
    await writeFiles(folder, files);
    await runEngine('python/bin/sphinx-build', ['-q', '-b', 'html', 'source', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};

function sourceOf({ title, paragraphs }: SiteDocument, { notice, areLoose }: SiteBuild): string {
  const half = Math.ceil(paragraphs.length / 2);
  const second = paragraphs.slice(half);
  return [
    heading(title, '='),
    ...(notice === '' ? [] : [`.. warning::\n\n   ${notice}`]),
    ...paragraphs.slice(0, half),
    ...(second.length > 0 && !areLoose ? [heading('Details', '-')] : []),
    ...second,
  ].join('\n\n');
}

function heading(text: string, line: string): string {
  return `${text}\n${line.repeat(text.length + 2)}\n`;
}
