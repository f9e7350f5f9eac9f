import { describe, expect, test } from 'vitest';
import { isProse } from '../../src/text/prose.ts';

describe('prose', () => {
  test('is eight words of letters and the end of a sentence, or as much of a script without blanks', () => {
    const sentences = [
      'The harbour was closed on Monday, the port said.',
      '"It’s 12.5 pct more than in 1986," she said – "so far".\n',
      'Порт закрыт до понедельника, сообщила в среду его администрация!',
      'बंदरगाह सोमवार तक बंद रहेगा, प्रशासन ने यह कहा।',
      'ميناء المدينة مغلق حتى يوم الاثنين كما قالت الإدارة اليوم.',
      '港は月曜日まで閉鎖されると港湾当局が水曜日に発表した。',
      'ท่าเรือปิดจนถึงวันจันทร์การท่าเรือกล่าวเมื่อวันพุธ',
      'See the [guide](https://example.com/guide) for **all** of its options, then start again.',
    ];
    for (const text of sentences) expect(isProse(text), text).toBe(true);
    expect(isProse('The harbour was closed on Monday.')).toBe(false);
    expect(isProse('港は月曜日まで')).toBe(false);
  });

  test('is no list of classes, ids or words, no style sheet, path, markup of graphics or encoded bytes', () => {
    const others = [
      'mx-auto flex max-w-2xl flex-col items-center justify-between px-4 py-2 text-sm',
      'flex items-center justify-center block relative overflow-hidden inline grow',
      'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z m0 18c-4.41.',
      '.a { margin: 0; padding: 0 } .b > p { color: red; font: 12px/1.5 Arial, sans-serif; } .c { top: 1px; }',
      'Afghanistan Albania Algeria Andorra Angola Argentina Armenia Australia Austria',
      '/a/b.js /a/c.js /a/d.js /a/e.js /a/f.js /a/g.js /a/h.js /a/i.js',
      'query Page($id: ID!) { page(id: $id) { id title body author { name } } }',
      'aGVsbG8gd29ybGQ= aGVsbG8gd29ybGQ= aGVs.bG8 x1 y2 z3 a=b c=d e=f g=h.',
    ];
    for (const text of others) expect(isProse(text), text).toBe(false);
  });
});
