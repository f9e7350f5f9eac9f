import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest48 } from '../../src/site/digest48.ts';
import { isSentence, messageDigest, textDigest } from '../../src/site/message.ts';

const digestAt = (path: string, host = 'a.example') =>
  messageDigest(`Sorry: ${path} is not\nhere, ${host}, at 8:0${path.length % 10}`, `https://${host}${path}`);

test('messages that differ in their own address and in numbers alone have one digest', () => {
  expect(digestAt('/news/harbour')).toBeGreaterThan(0);
  expect(digestAt('/sport/rowing', 'b.example')).toBe(digestAt('/news/harbour'));
  const url = 'https://a.example/news/harbour';
  expect(messageDigest('Sorry: /news/harbour was moved', url)).not.toBe(digestAt('/news/harbour'));
  expect(messageDigest('Ticket a-17', url)).toBe(messageDigest('Ticket b-4711', url));
});

test('a number that a message begins with and repeats is what it is about, and another is not', () => {
  const url = 'https://a.example/codes/17';
  const of = (code: string) => messageDigest(`Error ${code}: the service says “${code}” at times`, url);
  expect(of('401')).not.toBe(of('403'));
  // by chance, in what comes later
  const at = (hour: number) => messageDigest(`Sorry\nit is ${hour} o’clock, day ${hour}`, url);
  expect(at(7)).toBe(at(8));
  expect(messageDigest('Request 401 has failed', url)).toBe(messageDigest('Request 403 has failed', url));
});

test('the digest says whether the text has eight words', () => {
  const url = 'https://a.example/a';
  expect(isSentence(messageDigest('this part of the site is closed today', url)!)).toBe(true);
  expect(isSentence(messageDigest('Foo, bar: 1 2 3 4 5 6 7 8', url)!)).toBe(false);
  // without spaces
  expect(isSentence(messageDigest('ไม่พบหน้าที่คุณต้องการ อาจถูกลบหรือเปลี่ยนชื่อ', url)!)).toBe(true);
  expect(
    isSentence(messageDigest('お探しのページは見つかりませんでした。削除された可能性があります。', url)!),
  ).toBe(true);
  expect(isSentence(messageDigest('お問い合わせ一覧', url)!)).toBe(false);
  expect(isSentence(messageDigest('हिन्दी में खबरें देखें', url)!)).toBe(false);
});

test('long texts, texts without a word and tables of numbers have no digest', () => {
  const url = 'https://a.example/news/harbour';
  for (const none of ['word '.repeat(1000), url, '12 34', '', `Rainfall ${'12.5 mm7 '.repeat(9)}`])
    expect(messageDigest(none, url)).toBeUndefined();
});

test('the words with a digit count where half of the lines or more have one, eight at least, as the files of a folder do', () => {
  const digestOf = (name: string, rows: number, more = ''): number | undefined => {
    const files = Array.from({ length: rows }, (_, i) => `${name}-1.${i}.jar\n${i} bytes\n`).join('');
    return messageDigest(`Name\nSize\n${more}${files}`, 'https://a.example/files/');
  };
  expect(digestOf('harbour', 4)).not.toBe(digestOf('market', 4));
  expect(digestOf('harbour', 4)).toBe(digestOf('harbour', 4));
  expect(digestOf('harbour', 3)).toBe(digestOf('market', 3));
  const said = 'Nothing to be seen here.\n'.repeat(8);
  expect(digestOf('harbour', 4, said)).toBe(digestOf('market', 4, said));
});

/** The words of a text that count, by its definition. */
function saidIn(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  const withDigit = words.filter((word) => /\p{N}/u.test(word));
  if (words.length - withDigit.length < words.length / 8) return undefined;
  const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]+/gu, '');
  const first = new Set(text.trimStart().split('\n', 1)[0].split(/\s+/).map(bare));
  const isAbout = (word: string): boolean =>
    first.has(bare(word)) && withDigit.filter((other) => bare(other) === bare(word)).length > 1;
  const said = words.filter((word) => !/\p{N}/u.test(word) || isAbout(word)).join(' ');
  return /\p{L}/u.test(said) ? said : undefined;
}

test('what is digested are the words as white space parts them, however much of it there is', () => {
  const pieces = fc.constantFrom(' ', ' ', '\n', '\u00a0', 'a', 'é', '“', '7', '½', '-', '𝟙', '𐌰');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (each) => {
      const text = each.join('');
      const said = saidIn(text);
      const digest = messageDigest(text, 'urn:none');
      if (said === undefined) expect(digest).toBeUndefined();
      else expect(Math.floor(digest! / 2)).toBe(Math.floor(digest48(said) / 2));
    }),
    { numRuns: 2000 },
  );
});

test('all words of a text are digested, however long it is, and none of the text before it', () => {
  const url = 'urn:none';
  const long = 'harbour at 8:00 '.repeat(900).trim();
  const short = messageDigest('The harbour is closed', url);
  expect(Math.floor(textDigest(long)! / 2)).toBe(Math.floor(digest48(saidIn(long)!) / 2));
  expect(messageDigest('The harbour is closed', url)).toBe(short);
});
