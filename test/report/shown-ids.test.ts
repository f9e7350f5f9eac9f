import { expect, test } from 'vitest';
import { idShortener } from '../../plugins/report/shown-ids.ts';

test('an id that is a place in an input is shown without the folders in front of it, and any other id as it is', () => {
  const shown = idShortener([
    '/home/me/site/',
    '/home/me/crawls/*.jsonl',
    'there/x.jsonl',
    String.raw`C:\me\y.warc`,
  ]);
  expect(
    [
      '/home/me/site/a/index.html',
      '/home/me/crawls/1.jsonl:7',
      'there/x.jsonl:7',
      'C:/me/y.warc:512',
      '/wiki/Home',
      '//cdn.example/a',
    ].map(shown),
  ).toEqual([
    'site/a/index.html',
    '1.jsonl:7',
    'there/x.jsonl:7',
    'y.warc:512',
    '/wiki/Home',
    '//cdn.example/a',
  ]);
});

test('places in inputs of one name stay apart', () => {
  const inputs = ['/home/me/2024-01/p.jsonl', '/home/me/2024-02/p.jsonl', '/srv/1/*.jsonl', '/srv/2/*.jsonl'];
  const places = ['/home/me/2024-01/p.jsonl:1', '/home/me/2024-02/p.jsonl:1', '/srv/2/q.jsonl:1'];
  expect(places.map(idShortener(inputs))).toEqual(['2024-01/p.jsonl:1', '2024-02/p.jsonl:1', '2/q.jsonl:1']);
});
