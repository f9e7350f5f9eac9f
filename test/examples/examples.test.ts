import { test } from 'vitest';
import { expectEachArticleOnce } from './run-example.ts';

test.each(['fetch', 'simplecrawler', 'crawlers/cheerio'])(
  'examples/%s.ts handles each article of a site once',
  (name) => expectEachArticleOnce(name),
);
