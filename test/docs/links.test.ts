import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...pages.map((name) => `docs/${name}`),
];

test.each(documents)(
  'every relative link in %s leads to a file that is there, and to a heading that it has',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
    const wrong = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path === '' ? join(root, document) : join(root, dirname(document), path);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      })
      .map(([link]) => link);
    expect(wrong).toEqual([]);
  },
);

test('every page of docs/ can be reached from the README, from page to page', () => {
  const reached = new Set<string>();
  const follow = (document: string): void => {
    for (const [, path] of readFileSync(join(root, document), 'utf8').matchAll(
      /\]\((?!https?:)([^)#\s]+\.md)/g,
    )) {
      const page = join(dirname(document), path);
      if (reached.has(page) || !existsSync(join(root, page))) continue;
      reached.add(page);
      follow(page);
    }
  };
  follow('README.md');
  expect(pages.filter((name) => name !== 'index.md' && !reached.has(`docs/${name}`))).toEqual([]);
});

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
