import { expect, test } from 'vitest';
import { cutHead, pageRecord } from '../../../plugins/dump/copy/warc-records.ts';
import { cpuMs } from '../../cpu-time.ts';

test('a header of carriage returns is copied in linear time', () => {
  const text = `WARC/1.0\r\nX: ${'\r'.repeat(1 << 20)}y\r\n`;
  const before = cpuMs();
  const copied = cutHead(Buffer.from(`${text}Content-Length: 99\r\n\r\n`), 4).toString();
  expect(cpuMs() - before).toBeLessThan(1500);
  expect(copied).toBe(`${text}WARC-Truncated: unspecified\r\nContent-Length: 4\r\n\r\n`);
});

test('a type of characters beyond Latin-1 begins no line of a header: of U+010A a line feed would be left', () => {
  const contentType = 'text/html\u010d\u010aWARC-Type: revisit\r\n; charset=\u{1f600}caf\xe9';
  const record = pageRecord({ id: 'a', url: 'http://a.test/', body: 'x', contentType }).toString('latin1');
  expect(record).toContain('\r\nContent-Type: text/html WARC-Type: revisit ; charset= caf\xe9\r\n');
});
