import { join } from 'node:path';
import { type Engine, readPages, runEngine, writeFiles } from './engine.ts';

/** TiddlyWiki, rendered as static pages: a wiki whose pages carry tags and a box that is put into each. */
export const tiddlywiki: Engine = {
  name: 'tiddlywiki',
  kind: 'wiki',
  needs: 'tiddlywiki/node_modules/tiddlywiki/tiddlywiki.js',
  isHeldOut: false,
  async build(folder, build) {
    const { site, version, documents, shared, notice, areLoose } = build;
    const files: Record<string, string> = {
      'tiddlywiki.info': '{"plugins":[],"themes":["tiddlywiki/vanilla","tiddlywiki/snowwhite"]}',
      'tiddlers/site.tid': `title: $:/SiteTitle\n\n${site}`,
      'tiddlers/subtitle.tid': `title: $:/SiteSubtitle\n\nversion ${version}`,
      'tiddlers/box.tid': `title: Box\n\n|!Part of a series |\n|${shared[0]} |\n|[[Index]] [[Portal]] [[Talk]] |\n`,
    };
    for (const [i, { slug, title, paragraphs }] of documents.entries()) {
      const warning = notice === '' ? '' : `<<<\n${notice}\n<<<\n\n`;
      files[`tiddlers/pages/${slug}.tid`] = `created: 20240101080000000
modified: 202402${String(1 + (i % 28)).padStart(2, '0')}080000000
modifier: editor
tags: ${['Trade', 'Prices', 'Banks', 'Oil'][i % 4]} Portal
slug: ${slug}
title: ${title}

${warning}${paragraphs.join('\n\n')}

${areLoose ? '' : '{{Box}}'}
`;
    }
    await writeFiles(folder, files);
    await runEngine(
      'tiddlywiki/node_modules/tiddlywiki/tiddlywiki.js',
      [
        ...['.', '--output', 'out', '--render', '[has[slug]]', '[get[slug]addsuffix[.html]]'],
        ...['text/plain', '$:/core/templates/static.tiddler.html'],
      ],
      folder,
    );
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};
