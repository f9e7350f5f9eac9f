import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, engineRoot, markdownOf, readPages, runEngine, writeFiles } from './engine.ts';

/** VitePress with its default theme: all pages at the side, an outline, a footer, data for the browser. */
export const vitepress: Engine = {
  name: 'vitepress',
  kind: 'documentation',
  needs: 'vitepress/node_modules/vitepress/bin/vitepress.js',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const sidebar = documents.map(({ slug, title }) => ({ text: title, link: `/${slug}` }));
    const config = {
      title: site,
      description: `Documentation of ${site}`,
      outDir: 'out',
      cleanUrls: false,
      ignoreDeadLinks: true,
      themeConfig: {
        nav: [
          { text: 'Guide', link: '/' },
          { text: version, items: [{ text: 'Changelog', link: '/' }] },
        ],
        sidebar: [{ text: 'Contents', items: sidebar }],
        footer: {
          message: 'Released under the MIT License.',
          copyright: `Copyright 2019 to 2026 ${site}`,
        },
        editLink: { pattern: 'https://code.example/edit/:path', text: 'Edit this page' },
      },
    };
    const files: Record<string, string> = {
      'package.json': '{"type":"module"}',
      '.vitepress/config.mjs': `export default ${JSON.stringify(config)}`,
      'index.md': `# ${site}\n\nVersion ${version}\n`,
    };
    for (const document of documents) {
      const warning = notice === '' ? '' : `::: warning\n${notice}\n:::\n\n`;
      files[`${document.slug}.md`] = `# ${document.title}\n\n${warning}${markdownOf(document, build)}\n`;
    }
    await writeFiles(folder, files);
    await symlink(join(engineRoot, 'vitepress/node_modules'), join(folder, 'node_modules'));
    await runEngine('vitepress/node_modules/vitepress/bin/vitepress.js', ['build', '.'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};
