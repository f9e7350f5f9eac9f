import { expect, test } from 'vitest';
import { hostHash, hostOf } from '../../../src/store/layout/host.ts';

test.each([
  ['http://Example.ORG:8080/a?b#c', 'example.org'],
  ['https://user:pass@xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['http://[::1]/', '[::1]'],
  ['file:///etc/passwd', ''],
  ['no url', ''],
  ['HTTP:\\\\a.example\\path', 'a.example'],
  ['http://a.example?b', 'a.example'],
  [`http://a.example/${'x'.repeat(1e5)}`, 'a.example'],
  [`http://${'\u0301'.repeat(1e5)}/`, ''],
  ['', ''],
])('the host of %j is %j', (url, host) => {
  expect(hostOf(url)).toBe(host);
});

test('equal hosts have equal hashes of 32 bits whatever their paths, others not, the same in every release', () => {
  expect(hostHash('http://a.example/1')).toBe(hostHash('https://A.example:81/2'));
  expect(hostHash('http://a.example/')).not.toBe(hostHash('http://b.example/'));
  expect(hostHash('http://example.org/')).toBe(755135797);
});
