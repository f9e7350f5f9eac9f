import { expect, test } from 'vitest';
import { readRobotsRules } from '../../../plugins/cli/crawl/robots-rules.ts';
import { cpuMs } from '../../cpu-time.ts';

test('the group that names the crawler counts, and only where there is none that for all', () => {
  const text = `User-agent: other
Disallow: /

user-agent: NearDup/2.0 # with a version, in another case
User-agent: third
Disallow: /private
Crawl-delay: 1.5

User-agent: *
Disallow: /all`;
  expect(verdicts(text, ['/private/x', '/all', '/'])).toEqual([false, true, true]);
  expect(readRobotsRules(text, 'neardup').crawlDelaySeconds).toBe(1.5);
  expect(verdicts(text, ['/private/x', '/all'], 'nobody')).toEqual([true, false]);
});

test('groups that name the crawler twice are one', () => {
  const text =
    'User-agent: neardup\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: neardup\nDisallow: /b';
  expect(verdicts(text, ['/a', '/b', '/c'])).toEqual([false, false, true]);
});

test('the longest pattern decides, and Allow between two as long', () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /same\nDisallow: /same';
  expect(verdicts(text, ['/a', '/a/b', '/a/b/c', '/same'])).toEqual([false, true, false, true]);
});

test('* stands for any characters, $ for the end, and an empty Disallow for nothing', () => {
  const text = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?*session=\nDisallow:\nDisallow: /x*y*z$';
  expect(verdicts(text, ['/a.pdf', '/a.pdf?b', '/p?a=1&session=2', '/p', '/xyz', '/x-y-zz', '/xz'])).toEqual([
    ...[false, true, false, true, false, false, true],
  ]);
});

test('the parts of a pattern follow each other: none begins before the one before it ends', () => {
  const text = 'User-agent: *\nDisallow: /k*b*c\nDisallow: /x*yy*y$';
  expect(verdicts(text, ['/k-b-c', '/k-c-b', '/xyyy', '/xyy'])).toEqual([false, true, false, true]);
});

test('a path is the same however it is percent-encoded', () => {
  const text = 'User-agent: *\nDisallow: /caf\u00e9\nDisallow: /%7Euser\nDisallow: /a%2fb';
  expect(verdicts(text, ['/caf%c3%a9', '/~user', '/a%2Fb', '/a/b'])).toEqual([false, false, false, true]);
});

test('robots.txt itself may always be fetched, and what is no robots.txt allows everything', () => {
  expect(verdicts('User-agent: *\nDisallow: /', ['/robots.txt', '/'])).toEqual([true, false]);
  expect(verdicts('<html>no robots: here</html>', ['/'])).toEqual([true]);
});

test('of thousands of pages that are listed each is disallowed, but for one that a longer pattern allows', () => {
  const pages = Array.from({ length: 9000 }, (_, i) => `Disallow: /story/${i}/`);
  const text = [
    'User-agent: *',
    ...pages,
    'Allow: /story/8999/p*ess',
    'Disallow: /a',
    'Allow: /a',
    'Disallow: /b$',
  ].join('\n');
  expect(verdicts(text, ['/story/8999/', '/story/8999', '/story/8999/press', '/a', '/b', '/bc'])).toEqual([
    ...[false, true, true, true, false, true],
  ]);
});

test('half a megabyte of wildcards is decided in less than a second', () => {
  const text = `User-agent: *\n${'Disallow: /a*a*a*a*a*b\n'.repeat(22_000)}`;
  const rules = readRobotsRules(text, 'neardup');
  const startedAt = cpuMs();
  expect(rules.allows(new URL(`http://x.test/${'a'.repeat(2000)}`))).toBe(true);
  expect(cpuMs() - startedAt).toBeLessThan(1000);
});

function verdicts(text: string, paths: readonly string[], agent = 'neardup'): boolean[] {
  const rules = readRobotsRules(text, agent);
  return paths.map((path) => rules.allows(new URL(path, 'http://x.test')));
}
