import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Engine,
  engineRoot,
  markdownOf,
  readPages,
  runEngine,
  writeFiles,
} from '../../engines/engine.ts';

/** Astro with Starlight in Ukrainian: all pages at the left, headings at the right, a banner above the text. */
export const starlight: Engine = {
  name: 'starlight',
  kind: 'documentation',
  needs: 'starlight/node_modules/astro/astro.js',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const files: Record<string, string> = {
      'package.json': '{"type":"module","private":true}',
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ telemetry: false, integrations: [starlight({ title: ${JSON.stringify(`${site} ${version}`)}, pagefind: false,
  locales: { root: { label: 'Українська', lang: 'uk' } }, editLink: { baseUrl: 'https://code.example/edit/' } })] });
`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
      'src/content/docs/index.md': `---\ntitle: ${JSON.stringify(site)}\n---\n`,
    };
    for (const document of documents) {
      const banner = notice === '' ? '' : `banner:\n  content: ${JSON.stringify(notice)}\n`;
      files[`src/content/docs/${document.slug}.md`] =
        `---\ntitle: ${JSON.stringify(document.title)}\nslug: ${document.slug}\n${banner}---\n\n${markdownOf(document, build)}\n`;
    }
    await writeFiles(folder, files);
    await symlink(join(engineRoot, 'starlight/node_modules'), join(folder, 'node_modules'));
    await runEngine(this.needs, ['build', '--root', folder, '--silent'], folder);
    return readPages(build, ({ slug }) => join(folder, 'dist', slug, 'index.html'));
  },
};
