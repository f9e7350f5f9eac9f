import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScriptStrings, type ScriptString } from '../../src/text/script-strings.ts';
import { cpuMs } from '../cpu-time.ts';

function read(source: string): { strings: ScriptString[]; code: string } {
  const strings: ScriptString[] = [];
  const code = readScriptStrings(source, (string) => strings.push(string));
  return { strings, code };
}
const texts = (source: string): string[] => read(source).strings.map(({ text }) => text);

describe('strings of a script', () => {
  test('are those between quotes of all three kinds, escapes decoded, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (values) => {
        const source = values.map((value) => `f(${JSON.stringify(value)});`).join('\n');
        expect(texts(source)).toEqual(values);
      }),
    );
    expect(texts(String.raw`a('it\'s "so"'); b(${'`'}two\nlines${'`'})`)).toEqual([
      `it's "so"`,
      'two\nlines',
    ]);
    expect(texts(String.raw`"\x3Cp>\u{1F600}\u0041\u{110000}\q\0"`)).toEqual(['<p>\u{1f600}A\ufffdq\0']);
    expect(texts('"one \\\n line"')).toEqual(['one  line']);
  });

  test('joined by a plus are one', () => {
    expect(texts(`x = "one " +\n 'two ' + "three"; y = "four" - "five"`)).toEqual([
      'one two three',
      'four',
      'five',
    ]);
  });

  test('know what they are assigned to, and the strings of the braces around them', () => {
    const { strings } = read(
      `r={a:[{title:"One",'text' : ["long enough"]},{"title":"Two",text:"y"}],name:"All"}`,
    );
    const found = strings.map(({ text, key, of }) => [text, key, of.title ?? of.name]);
    expect(found).toEqual([
      ['One', 'title', 'One'],
      ['text', '', undefined],
      ['long enough', '', 'One'],
      ['title', '', undefined],
      ['Two', 'title', 'Two'],
      ['y', 'text', 'Two'],
      ['All', 'name', 'All'],
    ]);
  });

  test('are none in comments, nor what a quote without its fellow stands before: its line is left out', () => {
    expect(read(`a(1) // don't\n/* "no" */ b("yes")`)).toMatchObject({
      strings: [{ text: 'yes' }],
      code: 'a(1) \n b()',
    });
    expect(texts(`it's\nb("yes")`)).toEqual(['yes']);
    expect(texts('a("open')).toEqual([]);
    expect(texts('a("open\\')).toEqual([]);
  });

  test('are read in time linear in the script, however often it opens what it does not close', () => {
    for (const piece of [
      '"',
      "'",
      '`',
      '\\"',
      '"\\',
      '/*',
      '//',
      '{',
      '"a"+',
      'a:"b",',
      '{"',
      '\n"',
      ' :"',
    ]) {
      const time = (units: number): number => {
        const source = piece.repeat(units / piece.length);
        const startedAt = cpuMs();
        readScriptStrings(`"${source}`, () => {});
        readScriptStrings(source, () => {});
        return cpuMs() - startedAt;
      };
      time(100_000);
      expect(time(800_000), piece).toBeLessThan(10 * time(200_000) + 200);
    }
  });
});
