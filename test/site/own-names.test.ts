import { expect, test } from 'vitest';
import { isAboveList, messageDigest } from '../../src/site/message.ts';
import { nameWords } from '../../src/site/names.ts';
import { namingOf, namingOfPage, ownNamesOf } from '../../src/site/own-names.ts';

const url = 'https://a.example/news/winter-market-7';
const said = 'This part of the site is for members alone: tell us who you are.';
const isNamed = (names: readonly string[], text = said) => namingOf(url, text, names).isNamedByUrl;

test('a short page is not named by a title that repeats its address where a heading says something else', () => {
  expect(isNamed(['Members only', 'Winter market 7 | A'])).toBe(false);
  expect(isNamed(['Winter market', 'Winter market 7 | A'])).toBe(true);
  expect(isNamed(['Winter market 7 | A'])).toBe(true);
  expect(isNamed(['Members only', 'A winter market'])).toBe(true);
  // several headings are those of sections, as of a manual page
  expect(isNamed(['Name', 'Description', 'Winter market 7 | A'])).toBe(true);
  // a long text is what its title says, whatever its headings are
  expect(isNamed(['Contents', 'Winter market 7 | A'], said.repeat(60))).toBe(true);
});

test('a title that repeats the folder and the name of an address is none beside several headings either, unless the first says the name', () => {
  const at = 'https://a.example/wiki/ships/winter_ferry';
  const named = (names: readonly string[]) => namingOf(at, said, names).isNamedByUrl;
  const menus = ['User', 'Search'];
  expect(named(['Nothing here yet', ...menus, 'ships:winter_ferry [Wiki]'])).toBe(false);
  expect(named(['Nothing here yet', ...menus, 'winter_ferry [Wiki]'])).toBe(true);
  expect(named(['Winter_ferry', ...menus, 'ships:winter_ferry [Wiki]'])).toBe(true);
});

test('a short text is named by the line below its heading, a longer one is not', () => {
  const at = (text: string) => namingOf('https://a.example/x/gauntletii.htm', text, ['Games', 'Games | A']);
  expect(at(`Games\nGauntlet II\n${said}`)).toEqual({ isNamedByUrl: true });
  expect(at(`Games\nGauntlet II\n${said.repeat(60)}`)).toEqual({ isNamedByUrl: false });
  // below a notice that all pages have
  expect(at(`Read the letter.\nGames\nGauntlet II\n${said}`)).toEqual({ isNamedByUrl: true });
  expect(at(`Read the letter.\nGauntlet II\n${said}`).isNamedByUrl).toBe(false);
});

test('an article is named by every URL whose words it says, besides its own address, and a message is not', () => {
  const names = ['Fairs', 'Fairs | A'];
  const article = `A market in winter is held outdoors. ${said.repeat(60)}`;
  expect(isNamed(names, article)).toBe(true);
  expect(isNamed(names, `A market in winter is held outdoors. ${said}`)).toBe(false);
  expect(isNamed(names, `A market is held outdoors. ${said.repeat(60)}`)).toBe(false);
  expect(isNamed(names, `Nothing at ${url}. ${said.repeat(60)}`)).toBe(false);
  expect(namingOf('https://a.example/17', article, names).isNamedByUrl).toBeUndefined();
});

test('a message that says all words of its URL, besides its own address, says so, and neither a longer text nor one that names its URL does', () => {
  const says = (text: string, names = ['Fairs', 'Fairs | A']) => namingOf(url, text, names).saysUrl;
  expect(says(`A market in winter is held outdoors. ${said}`)).toBe(true);
  expect(says(`A market is held outdoors. ${said}`)).toBeUndefined();
  expect(says(`Nothing at ${url}. ${said}`)).toBeUndefined();
  expect(says(`A market in winter. ${said.repeat(60)}`)).toBeUndefined();
  expect(says(`A market in winter. ${said}`, ['Winter market'])).toBeUndefined();
});

test('a message may hide the title of its page, unless it says half of it, or a list follows', () => {
  const hides = (title: string, text = said, headings = ['Members only'], above?: string) =>
    namingOfPage('https://a.example/t/17', {
      ...{ title, text, names: [...headings, ...(title === '' ? [] : [title])] },
      ...(above !== undefined && { aboveList: above }),
    }).hidesTitle;
  expect([hides('Winter market opens | A'), hides('Winter market opens', said, [])]).toEqual([true, true]);
  expect([
    hides('Winter market', said, ['Winter market']),
    hides('Winter market', `Winter. ${said}`),
  ]).toEqual([undefined, undefined]);
  expect([hides(''), hides('17'), hides('', said, ['Winter market'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([hides('Winter market', 'For members'), hides('Winter market', said.repeat(60))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(hides('Members only | The Harbour Evening Post of Old Town')).toBeUndefined();
  expect(hides('Winter market', `${said}\nHarbour opens`, ['Members only'], said)).toBeUndefined();
});

test('a title that its page hides is none of the names by which messages are held against others', () => {
  const own = (names: readonly string[], hidesTitle: boolean) =>
    ownNamesOf('https://a.example/t/market-3', nameWords(names), messageDigest(said, '')!, hidesTitle);
  expect(own(['Members only', 'Old market'], false)).toEqual({
    names: ['members only', 'old market'],
    named: 1,
  });
  for (const names of [
    ['Members only', 'Old market'],
    ['Members only', 'Harbour opens', 'Old market'],
  ])
    expect(own(names, true)).toEqual({ names: ['members only'], named: 0, hiddenTitle: 'old market' });
  expect(own(['Old market'], true)).toEqual({ names: [], named: 0, hiddenTitle: 'old market' });
});

test('a page of a message is held against others by what it shows, and a label without a name is no message', () => {
  const own = (at: string, names: readonly string[], text = said) =>
    ownNamesOf(at, nameWords(names), messageDigest(text, at)!);
  for (const id of ['17', '18'])
    expect(own(`https://a.example/t/${id}`, ['Members only', `${id} | A`])?.names).toEqual(['members only']);
  expect(own('https://a.example/t/17', ['Members only', 'News | A'])?.names).toEqual([
    'members only',
    'news a',
  ]);
  // a heading that says what was asked for is not all that the page shows
  expect(own('https://a.example/t/17', ['17 members', '17 | A'])?.names).toEqual(['17 members', '17 a']);
  // a heading between the best and the title may be that of another page
  const beside = (teaser: string) =>
    own('https://a.example/t/17', ['Members only', teaser, 'News | A'])?.names;
  expect(beside('Harbour opens')).toEqual(beside('Market closes'));
  expect(own(url, [])).toEqual({ names: [], named: 0 });
  expect(own(url, [], 'Foo')).toBeUndefined();
});

test('a short page that states the number of its URL is about it, and no message', () => {
  const isMessage = (at: string, names: readonly string[], text = said) =>
    namingOf(`https://a.example/${at}`, text, names).message !== undefined;
  expect(isMessage('code/1-129.01.html', ['§ 1–129.01. [Reserved]'])).toBe(false);
  expect(isMessage('code/1-129.01.html', ['§ 1–129.02. [Reserved]'])).toBe(true);
  expect(isMessage('files/42_21.html', ['Files'], `Number 42.21. ${said}`)).toBe(false);
  // as its address, and as a number that a message may repeat
  expect(isMessage('code/1-129.01.html', ['Sorry'], `Not here: /code/1-129.01.html. ${said}`)).toBe(true);
  expect(isMessage('node/300.html', ['Node 300 is not here'])).toBe(true);
  const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
  expect(isMessage(`node/${id}`, ['Sorry'], `${id} is not here. ${said}`)).toBe(true);
  // words name a page more surely than numbers
  expect(isMessage('files/harbour-42.21.html', ['Sorry'], `42.21 seconds. ${said}`)).toBe(true);
});

test('a short page is no message if the line below its heading is what its URL says, written as one word or not', () => {
  const picture = (name: string): string => `Pictures\n${name}\n${said}`;
  const named = (at: string, text: string, names = ['Pictures']) => namingOf(at, text, names);
  const bridge = 'https://a.example/p/theoldbridge.htm';
  expect(named(bridge, picture('The Old Bridge!'))).toEqual({ isNamedByUrl: true });
  const abc = named('https://a.example/p/abc.htm', picture('ABC'));
  expect(abc.message).toBeDefined();
  const messages = [
    named(bridge, picture('The Old Bridge is not here')),
    named(bridge, `${said}\nThe Old Bridge`),
    named(bridge, `Pictures\n${said}\nThe Old Bridge`),
    named('https://a.example/theoldbridge', picture('/theoldbridge')),
  ];
  for (const { message, isNamedByUrl } of messages)
    expect([message === undefined, isNamedByUrl]).toEqual([false, false]);
});

test('the message of a page with a list is what stands above it, if that is a sentence', () => {
  const listed = (at: string, above: string, list: string, names = ['Sorry', 'Sorry | A']) =>
    namingOfPage(`https://a.example/${at}`, {
      title: '',
      text: `${above}\n${list}`,
      aboveList: above,
      names,
    });
  const sorry = listed('old/bridge', `Sorry\n${said}`, 'Harbour opens\nMarket closes');
  expect(sorry).toEqual(listed('ferry/times', `Sorry\n${said}`, 'Ships at sea'));
  expect([sorry.isNamedByUrl, isAboveList(sorry.message!)]).toEqual([false, true]);
  expect(sorry.message).not.toBe(listed('old/bridge', `Sorry\n${said} now`, 'Harbour opens').message);
  expect(listed('old/bridge', `Sorry\n${said}`, 'Harbour opens', ['The old bridge']).isNamedByUrl).toBe(true);
  // a label says too little
  const labels = ['Harbour opens', 'Ships at sea'].map((list) => listed('old/bridge', 'Lists\nAll', list));
  expect(labels[0].message).not.toBe(labels[1].message);
  expect(isAboveList(labels[0].message!)).toBe(false);
});
