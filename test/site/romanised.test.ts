import { expect, test } from 'vitest';
import { namingOf, ownNamesOf } from '../../src/site/own-names.ts';
import { isNamedInLatin } from '../../src/site/romanised.ts';
import { urlParts } from '../../src/site/url-words.ts';

const at = (part: string, ...names: string[]) => isNamedInLatin(`https://a.example/${part}`, names);

test('an address in Latin letters is that of a name in Cyrillic or Greek ones, in any of the usual ways to write them', () => {
  for (const part of ['staryj-most', 'staryi-most', 'staryjj-most/index.html', 'Staryy_Most.html']) {
    expect(at(part, 'старый мост', 'город')).toBe(true);
  }
  for (const part of ['khozyajstvo', 'hozjaistvo', 'xoziaistvo']) expect(at(part, 'хозяйство')).toBe(true);
  for (const part of ['shchedryj', 'schedryi', 'shhedryy']) expect(at(part, 'щедрый')).toBe(true);
  for (const part of ['kyivski-novyny', 'kiivski-novini']) expect(at(part, 'київські новини')).toBe(true);
  expect(at('alithina-paramythia', 'Αληθινά παραμύθια')).toBe(true);
});

test('an address is not that of other names, nor of Latin ones, nor by words of which hardly anything is left', () => {
  expect(at('staryj-most', 'новая школа')).toBe(false);
  expect(at('staryj-most-i-reka', 'мост')).toBe(false);
  expect(at('staryj-most', 'staryj most')).toBe(false);
  expect(at('most', 'помост')).toBe(false);
  expect(at('yiyj', 'йййий')).toBe(false);
  // the address that was asked for
  expect(at('staryj-most', 'Страница staryj-most не найдена')).toBe(false);
  expect(at('17', 'старый мост')).toBe(false);
  expect(isNamedInLatin('', ['старый мост'])).toBe(false);
});

test('a page is named by its URL if that says its name in Latin letters', () => {
  const url = 'https://a.example/staryj-most.html';
  expect(namingOf(url, 'Мост через реку.', ['старый мост']).isNamedByUrl).toBe(true);
  expect(namingOf(url, 'Страница не найдена.', ['страница не найдена']).isNamedByUrl).toBe(false);
  expect(ownNamesOf(url, ['старый мост'], 0)?.named).toBe(urlParts.path);
});
