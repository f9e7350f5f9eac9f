import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, engineRoot, readPages, runEngine, writeFiles } from './engine.ts';

/** Hexo with its theme Landscape: posts with archives, recent titles and tags at the side. */
export const hexo: Engine = {
  name: 'hexo',
  kind: 'news',
  needs: 'hexo/node_modules/hexo/bin/hexo',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, shared, notice } = build;
    const files: Record<string, string> = {
      'package.json': JSON.stringify({ private: true, hexo: {}, dependencies: dependencies }),
      '_config.yml': `title: ${site}
subtitle: Edition ${version}
url: https://blog.example
permalink: :title/
theme: landscape
public_dir: out
`,
    };
    for (const [i, { slug, title, paragraphs }] of documents.entries()) {
      files[`source/_posts/${slug}.md`] = `---
title: ${JSON.stringify(title)}
date: 2024-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 08:00:00
categories: ${['Markets', 'Commodities', 'Companies'][i % 3]}
tags: [${['trade', 'prices', 'banks', 'oil'][i % 4]}]
---
${notice === '' ? '' : `> ${notice}\n\n`}${paragraphs.join('\n\n')}

${build.areLoose ? '' : `---\n\n${shared[i % 2]}`}
`;
    }
    await writeFiles(folder, files);
    await symlink(join(engineRoot, 'hexo/node_modules'), join(folder, 'node_modules'));
    await runEngine('hexo/node_modules/hexo/bin/hexo', ['generate', '--silent'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', slug, 'index.html'));
  },
};

const dependencies = Object.fromEntries(
  [
    'hexo',
    'hexo-generator-archive',
    'hexo-generator-category',
    'hexo-generator-index',
    'hexo-generator-tag',
    'hexo-renderer-ejs',
    'hexo-renderer-marked',
    'hexo-renderer-stylus',
    'hexo-theme-landscape',
  ].map((name) => [name, '*']),
);
