import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { charsetGrid, textsFolder } from '../../bench/charsets.ts';
import { charsetOf, utf16Of } from '../../src/text/charset.ts';
import { decode } from '../../src/text/decode.ts';
import { cpuMs } from '../cpu-time.ts';
import { inFull } from '../repetition.ts';

/** A few sentences a language: enough to tell it. */
const texts = {
  russian:
    'Сегодня утром поезд опоздал на два часа, и пассажиры ждали на платформе под дождём. Начальник станции обещал вернуть деньги.',
  japanese:
    '今朝、列車は二時間遅れて到着しました。乗客は雨の中、ホームで待っていました。駅長は料金を払い戻すと約束しました。',
  chinese: '今天早上火车晚点了两个小时,旅客们在雨中的站台上等候。站长答应把车票钱退给大家,请在窗口办理手续。',
  traditional:
    '今天早上火車誤點了兩個小時,旅客們在雨中的月臺上等候。站長答應把車票錢退給大家,請在窗口辦理手續。',
  korean:
    '오늘 아침 열차가 두 시간 늦게 도착했습니다. 승객들은 비를 맞으며 승강장에서 기다렸습니다. 역장은 요금을 돌려주겠다고 약속했습니다.',
  thai: 'เมื่อเช้านี้รถไฟมาถึงช้าไปสองชั่วโมง ผู้โดยสารยืนรออยู่ที่ชานชาลาท่ามกลางสายฝน นายสถานีสัญญาว่าจะคืนเงินค่าตั๋วให้ทุกคน',
  arabic:
    'وصل القطار صباح اليوم متأخرا ساعتين وانتظر المسافرون على الرصيف تحت المطر. وعد مدير المحطة بإعادة ثمن التذاكر إلى الجميع.',
  estonian:
    'Täna hommikul hilines rong kaks tundi ja reisijad ootasid perroonil vihma käes. Jaamaülem lubas raha kõigile tagasi maksta, kes sellest veel täna teatavad. Õhtul sõitis järgmine rong õigel ajal, aga väga vähesed tahtsid enam sõita. Žürii otsustas, et šokolaadi müüja võidab auhinna, sest tema töö oli kõige põhjalikum ja ilusam.',
  romanian:
    'Astăzi dimineață trenul a întârziat două ore, iar călătorii au așteptat pe peron în ploaie. Șeful gării a promis că va înapoia banii tuturor celor care se vor anunța încă astăzi.',
  latvian:
    'Šorīt vilciens kavējās divas stundas, un pasažieri gaidīja uz perona lietū. Stacijas priekšnieks apsolīja atmaksāt biļešu naudu visiem, kas šodien vēl pieteiksies.',
  polish:
    'Dziś rano pociąg spóźnił się o dwie godziny, a pasażerowie czekali na peronie w deszczu. Zawiadowca obiecał zwrócić pieniądze wszystkim, którzy zgłoszą się jeszcze dziś.',
  french:
    'Ce matin, le train est arrivé avec deux heures de retard et les voyageurs ont attendu sous la pluie. Le chef de gare a promis que les billets seraient remboursés à tous ceux qui l’ont demandé.',
} as const;
const page = (text: string, head = ''): string =>
  `<html><head>${head}</head><body>\n<p>${text}</p>\n</body></html>`;

describe('the encoding of a page that is not UTF-8', () => {
  const cases = [
    ['windows-1251', 'russian'],
    ['koi8-r', 'russian'],
    ['shift_jis', 'japanese'],
    ['euc-jp', 'japanese'],
    ['gbk', 'chinese'],
    ['big5', 'traditional'],
    ['euc-kr', 'korean'],
    ['windows-874', 'thai'],
    ['iso-8859-2', 'polish'],
    ['windows-1252', 'french'],
    ['utf-16le', 'french'],
    ['utf-16le', 'chinese'],
    ['utf-16be', 'russian'],
  ] as const;

  test.each(cases)('%s (%s) is told by its bytes without a label, and against one', (encoding, language) => {
    for (const [head, header] of [
      ['', undefined],
      ['', 'utf-8'],
      ['', 'iso-8859-1'],
      ['<meta charset="utf-8">', undefined],
      ['<meta charset="iso-8859-1">', undefined],
      ['', encoding],
    ] as const) {
      const text = page(texts[language], head);
      const bytes = iconv.encode(text, encoding, { addBOM: false });
      const found = decode(bytes, header === undefined ? 'text/html' : `text/html; charset=${header}`);
      expect([head, header, found.text]).toEqual([head, header, text]);
    }
  });

  test('is ISO-2022-JP where ASCII bytes switch to Japanese characters, whatever the label', () => {
    const japanese = Buffer.from('<p>\x1b$B:#D+$NNs<V\x1b(B</p>', 'latin1');
    for (const label of [undefined, 'euc-jp', 'windows-1252', 'utf-8']) {
      expect(decode(japanese, label && `text/html; charset=${label}`)).toEqual({
        text: '<p>今朝の列車</p>',
        encoding: 'iso-2022-jp',
      });
    }
    const stray = Buffer.from('<p>an escape \x1b[0m of a terminal', 'latin1');
    expect(decode(stray).text).toBe(stray.toString('latin1'));
  });

  test('is the one that a label says where the bytes hold little that speaks against it', () => {
    const few = Buffer.from('<p>caf\xe9, na\xefve</p>', 'latin1');
    for (const label of ['windows-1252', 'windows-1251', 'koi8-r', 'macintosh']) {
      expect(charsetOf(few, label)).toBe(label);
    }
    expect(charsetOf(Buffer.from('<p>plain</p>'), undefined)).toBe('windows-1252');
    // controls that no text has are evidence enough
    expect(charsetOf(iconv.encode(page(texts.french), 'windows-1252'), 'iso-8859-2')).toBe('windows-1252');
  });

  test('is the one that a label says where that is rare, and the bytes bear it out', () => {
    for (const [encoding, language] of [
      ['iso-8859-6', 'arabic'],
      ['iso-8859-4', 'latvian'],
      ['macintosh', 'french'],
      ['iso-8859-15', 'estonian'],
      ['iso-8859-16', 'romanian'],
    ] as const) {
      const bytes = iconv.encode(page(texts[language]), encoding);
      expect([encoding, charsetOf(bytes, encoding)]).toEqual([encoding, encoding]);
      // no label makes Russian anything else
      const russian = iconv.encode(page(texts.russian), 'windows-1251');
      expect([encoding, charsetOf(russian, encoding)]).toEqual([encoding, 'windows-1251']);
    }
    // of ten times as many letters, as few are read otherwise by windows-1257
    const estonian = iconv.encode(page(texts.estonian.repeat(10)), 'iso-8859-15');
    expect(charsetOf(estonian, 'iso-8859-15')).toBe('iso-8859-15');
    const polish = iconv.encode(page(texts.polish), 'iso-8859-2');
    expect(charsetOf(polish, 'iso-8859-15')).toBe('iso-8859-2');
    // the detector has no model of it
    const russian = iconv.encode(page(texts.russian), 'windows-1251');
    expect(charsetOf(russian, 'x-user-defined')).toBe('windows-1251');
  });

  test('of a few Latin letters is windows-1252 where the words are Western, and else what the label says', () => {
    const few = (text: string, encoding: string): Buffer => iconv.encode(page(text), encoding);
    for (const western of [
      'Le chef de gare a promis que la première somme serait très vite là où le voyageur la demande.',
      'Il treno è arrivato con due ore di ritardo, e la stazione era già chiusa perché pioveva.',
      'El señor de la estación prometió devolver mañana el dinero a cada niño.',
    ]) {
      for (const label of ['iso-8859-2', 'windows-1250']) {
        expect(charsetOf(few(western, 'windows-1252'), label)).toBe('windows-1252');
      }
      expect(charsetOf(few(western, 'windows-1252'), 'windows-1252')).toBe('windows-1252');
    }
    for (const [text, label] of [
      ['The station master, Dvořák, paid every passenger of the train from Plzeň back.', 'iso-8859-2'],
      ['Pasażerowie czekali na peronie w deszczu, a pociąg nie jechał.', 'iso-8859-2'],
      ['Az állomásfőnök megígérte, hogy a pénzt visszaadják.', 'windows-1250'],
      ['Yolcular yağmurda bekledi, ve müdür parayı geri verdi.', 'windows-1254'],
    ] as const) {
      expect([text, charsetOf(few(text, label), label)]).toEqual([text, label]);
    }
  });

  test('is no UTF-16 for a few NULs in other text, nor UTF-8 for any encoding', () => {
    for (const text of Object.values(texts)) {
      const bytes = Buffer.from(page(text));
      expect(utf16Of(bytes)).toBeUndefined();
      for (const label of ['windows-1252', 'utf-16', 'gbk', 'shift_jis']) {
        expect(decode(bytes, `text/html; charset=${label}`)).toEqual({ text: page(text), encoding: 'utf-8' });
      }
    }
    const nuls = Buffer.from(`${page(texts.french)}\0\0\0\0\0`);
    expect(decode(nuls).encoding).toBe('utf-8');
    expect(utf16Of(Buffer.alloc(1000))).toBeUndefined();
  });

  test('costs linear time, whatever the bytes are', () => {
    for (const unit of ['<', '<\xff', '\xff', '\0a', '\x1b$B', '<a>\xe9']) {
      const bytes = Buffer.from(unit.repeat(2 ** 21 / unit.length), 'latin1');
      const before = cpuMs();
      decode(bytes);
      expect([unit, cpuMs() - before < 5000]).toEqual([unit, true]);
    }
  });
});

test.skipIf(textsFolder === undefined && 'no folder of texts (set NEARDUP_BENCH_TEXTS)')(
  'at least 95 of 100 real documents come out right in every encoding, under a missing, wrong or right label',
  () => {
    const cells = charsetGrid(Number.POSITIVE_INFINITY, inFull ? 40 : 4)!;
    const least = inFull ? 0.95 : 0.75;
    for (const { encoding, label, right, documents, takenFor } of cells) {
      expect([encoding, label, takenFor, right >= least * documents]).toEqual([
        encoding,
        label,
        takenFor,
        true,
      ]);
      if (encoding === 'utf-8') expect(right).toBe(documents);
    }
    const sum = (key: 'right' | 'documents'): number => cells.reduce((total, cell) => total + cell[key], 0);
    expect(sum('right') / sum('documents')).toBeGreaterThan(0.95);
  },
);
