import { expect, test } from 'vitest';
import { Template } from '../../src/site/template.ts';
import { TemplatesDigest } from '../../src/site/templates-digest.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const random = seededRandom(2);
const sites = Array.from({ length: 300 }, (_, i) => {
  const grams = randomSet(random, i % 7);
  const notices = Uint8Array.from(grams, (_, k) => (i + k) % 2);
  return { host: `host-${i}.example`, grams, notices };
});

function digestOf(some: typeof sites): string {
  const digest = new TemplatesDigest();
  for (const { host, grams, notices } of some) {
    digest.add({ host, template: new Template(grams, new Uint8Array(grams.length), notices) });
  }
  return digest.finish();
}

test('the digest is the same in any order of sites, and another where a host, a gram or a notice is', () => {
  const digest = digestOf(sites);
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
  expect(digestOf([...sites].reverse())).toBe(digest);
  expect(digestOf(sites.slice(1))).not.toBe(digest);
  const change = (changed: Partial<(typeof sites)[number]>) =>
    digestOf(sites.map((site, i) => (i === 6 ? { ...site, ...changed } : site)));
  expect(change({ host: 'other.example' })).not.toBe(digest);
  expect(change({ grams: randomSet(random, 6) })).not.toBe(digest);
  expect(change({ notices: new Uint8Array(6) })).not.toBe(digest);
  expect(change({})).toBe(digest);
  expect(digestOf([])).toBe('');
});
