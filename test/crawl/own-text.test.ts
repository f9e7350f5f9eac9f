import { expect, onTestFinished, test } from 'vitest';
import { createDeduper } from '../../plugins/crawl/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

const names = [
  'harbour-bridge',
  'winter-market',
  'rowing-final',
  'council-vote',
  'opera-night',
  'railway-strike',
];
const titles = names.map((name) => name.replace('-', ' '));

/** Crawls URLs of a site that shows a page under its own name and whatever follows it: `/a.html/b.html` shows `/a.html`. */
async function crawl(paths: readonly string[], retries: boolean): Promise<Map<string, string>> {
  const deduper = await createDeduper({ directory: await temporaryFolder() });
  onTestFinished(() => deduper.close());
  const queue = [...paths];
  deduper.onReturn(({ request }) => queue.push(request));
  const verdicts = new Map<string, string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const page = names.findIndex((name) => path?.startsWith(`/${name}`));
    const body = html(`${titles[page]} ${prose(page)}`, titles[page]);
    const onWall = () => {
      throw new Error('retry');
    };
    const options = { provisional: { request: path }, ...(retries && { onWall }) };
    try {
      const claim = await deduper.claim({ url: `http://a.example${path}`, body }, options);
      await claim.commit();
      verdicts.set(path, claim.verdict.code);
    } catch {
      queue.push(path);
    }
  }
  return verdicts;
}

test.each([
  ['first', 0],
  ['after one other', 1],
  ['once its text is known to be shown in place of others', 5],
  ['last', 99],
])(
  'a page that names what its URL does is kept, whatever other URLs show it instead of their own pages: it comes %s',
  async (_, at) => {
    const [own, ...others] = names;
    const wrong = others.map((name) => `/${own}.html/${name}.html`);
    const paths = [...others.map((name) => `/${name}.html`), ...wrong];
    paths.splice(others.length + at, 0, `/${own}.html`);
    for (const retries of [false, true]) {
      const verdicts = await crawl(paths, retries);
      expect(verdicts.get(`/${own}.html`)).toBe('distinct');
    }
  },
);
