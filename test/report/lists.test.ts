import { expect, test } from 'vitest';
import { clusterLines, redirectLines } from '../../plugins/report/browser/lists.ts';
import type { EmbeddedClusters } from '../../plugins/report/embedded.ts';

const clusters = {
  starts: [0, 3, 5],
  kinds: ['copies', 'other-subject'],
  ids: ['a', 'b', 'c', 'd', 'e'],
  urls: ['https://x.example/a', 'https://x.example/b?1,2', '', 'https://x.example/d', 'https://x.example/e'],
  titles: ['A', '=HYPERLINK("http://y")', '', 'D', 'E'],
  similarities: [1, 0.93, 1, 1, 0.8],
} as unknown as EmbeddedClusters;

test('the list has a line for each page of the clusters shown, and no text is a formula', () => {
  expect(clusterLines(clusters, [0])).toEqual([
    'cluster,kind,page,url,title,closest to,similarity\r\n',
    '0,copies,a,https://x.example/a,A,,1\r\n',
    '0,copies,b,"https://x.example/b?1,2","\'=HYPERLINK(""http://y"")",https://x.example/a,0.93\r\n',
    '0,copies,c,,,https://x.example/a,1\r\n',
  ]);
  expect(clusterLines(clusters, [1])).toHaveLength(3);
});

test('redirects lead from the URL of a copy to that of the kept page: none from pages without one, or about another thing', () => {
  expect(redirectLines(clusters, [0, 1])).toEqual([
    'from,to\r\n',
    '"https://x.example/b?1,2",https://x.example/a\r\n',
  ]);
});
