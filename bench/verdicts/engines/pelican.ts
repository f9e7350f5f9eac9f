import { join } from 'node:path';
import { type Engine, readPages, runEngine, writeFiles } from './engine.ts';

/** Pelican with its own theme: news of dates and authors, who are presented below each text. */
export const pelican: Engine = {
  name: 'pelican',
  kind: 'news',
  needs: 'python/bin/pelican',
  isHeldOut: false,
  async build(folder, build) {
    const { site, version, documents, shared, notice } = build;
    const files: Record<string, string> = {
      'pelicanconf.py': `SITENAME = '${site}'
SITESUBTITLE = 'Edition ${version}'
SITEURL = 'https://news.example'
TIMEZONE = 'UTC'
DEFAULT_LANG = 'en'
DEFAULT_PAGINATION = False
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
LINKS = (('Archive', 'https://archive.example'), ('Partners', 'https://partners.example'))
SOCIAL = (('Letters', 'https://letters.example'),)
ARTICLE_SAVE_AS = '{slug}.html'
ARTICLE_URL = '{slug}.html'
`,
    };
    for (const [i, { slug, title, paragraphs }] of documents.entries()) {
      files[`content/${slug}.md`] = `Title: ${title}
Date: 2024-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 08:00
Category: ${['Markets', 'Commodities', 'Companies'][i % 3]}
Author: ${['Ada Winter', 'Tom Marsh'][i % 2]}
Tags: ${['trade', 'prices', 'banks', 'oil'][i % 4]}, wire
Slug: ${slug}

${notice}

${paragraphs.join('\n\n')}

${build.areLoose ? '' : shared[i % 2]}
`;
    }
    await writeFiles(folder, files);
    await runEngine('python/bin/pelican', ['content', '-q', '-o', 'out', '-s', 'pelicanconf.py'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};
