import type { Engine } from './engines/engine.ts';

/** A page of a family. The pages of a family are about different things and differ in few words. */
export interface Relative {
  readonly title: string;
  /** The part of its text that only this page has. The rest is the family's. */
  readonly own: string;
}

/**
 * Families of 24, of 6 and twice of 2 pages, with contents that are usual on sites of a kind. Sites of one kind have
 * different `variants`, so that no two are about the same things.
 */
export function familiesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const part = <T>(items: readonly T[], count: number): T[] =>
    items.slice(variant * count, (variant + 1) * count);
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return commandFamilies(part(things, 4), part(limits, 2), part(devices, 1), part(secrets, 1));
    case 'reference':
      return classFamilies(part(records, 4), part(rights, 2), part(orders, 1), part(streams, 1));
    case 'news':
      return newsFamilies(part(towns, 6), part(goods, 3), part(firms, 1), part(shops, 1));
    case 'shop':
      return productFamilies();
  }
}

const things = 'backup replica alarm schedule index queue bucket tunnel gateway cache mirror snapshot'
  .concat(' balancer resolver firewall beacon cursor ledger monitor sandbox')
  .split(' ');
const limits = ['heap size', 'timeout', 'retry count', 'batch size', 'page width', 'idle time'].concat([
  'thread count',
  'log level',
  'buffer length',
  'poll interval',
]);
const devices = ['volume', 'printer', 'camera', 'antenna', 'display'];
const secrets = ['keys', 'contacts', 'bookmarks', 'layouts', 'certificates'];
const records = ['Token', 'Session', 'Bucket', 'Schema', 'Invoice', 'Ticket', 'Voucher', 'Folder'];
const rights = ['Policy', 'Role', 'Grant', 'Badge'];
const orders = ['Iterator', 'Comparator'];
const streams = ['Stream', 'Channel'];
const towns = [
  'Leeds',
  'Bremen',
  'Lyon',
  'Turin',
  'Porto',
  'Malmo',
  'Ghent',
  'Aarhus',
  'Graz',
  'Brno',
  'Cork',
  'Nice',
];
const goods = ['Wheat', 'Sugar', 'Copper', 'Rubber', 'Cotton', 'Nickel'];
const firms = ['Shipyard', 'Brewery'];
const shops = ['Retailer', 'Airline'];

function commandFamilies(
  nouns: readonly string[],
  settings: readonly string[],
  [device]: readonly string[],
  [secret]: readonly string[],
): Relative[][] {
  return [
    cross(['enable', 'disable', 'start', 'stop', 'list', 'describe'], nouns, (verb, noun) => ({
      title: `${verb} ${noun}`,
      own: `Use this command to ${verb} the ${noun} of a running cluster: cluster ${verb} ${noun}.`,
    })),
    cross(['minimum', 'maximum', 'default'], settings, (which, setting) => ({
      title: `${which} ${setting}`,
      own: `Sets the ${which} ${setting} of every worker.`,
    })),
    cross(['attach', 'detach'], [device], (verb) => ({
      title: `${verb} ${device}`,
      own: `Use this command to ${verb} a ${device} while the machine runs.`,
    })),
    cross(['import', 'export'], [secret], (verb) => ({
      title: `${verb} ${secret}`,
      own: `Use this command to ${verb} the ${secret} of a user.`,
    })),
  ];
}

function classFamilies(
  nouns: readonly string[],
  holders: readonly string[],
  [order]: readonly string[],
  [stream]: readonly string[],
): Relative[][] {
  return [
    cross(['Missing', 'Invalid', 'Expired', 'Locked', 'Duplicate', 'Empty'], nouns, (state, noun) => ({
      title: `${state} ${noun} Exception`,
      own: `Thrown when the ${noun.toLowerCase()} is ${state.toLowerCase()}.`,
    })),
    cross(['Read', 'Write', 'Admin'], holders, (right, noun) => ({
      title: `${right} ${noun}`,
      own: `The ${noun.toLowerCase()} that gives ${right.toLowerCase()} access.`,
    })),
    cross(['Ascending', 'Descending'], [order], (direction) => ({
      title: `${direction} ${order}`,
      own: `Goes through a collection in ${direction.toLowerCase()} order.`,
    })),
    cross(['Encode', 'Decode'], [stream], (verb) => ({
      title: `${verb} ${stream}`,
      own: `Takes what passes through, to ${verb.toLowerCase()} it.`,
    })),
  ];
}

function newsFamilies(
  places: readonly string[],
  crops: readonly string[],
  [firm]: readonly string[],
  [shop]: readonly string[],
): Relative[][] {
  return [
    cross(places, ['Monday', 'Tuesday', 'Wednesday', 'Thursday'], (town, day) => ({
      title: `${town} exchange on ${day}`,
      own: `The exchange of ${town} closed higher on ${day}, led by ${town} shipping and insurance shares.`,
    })),
    cross(crops, ['spring', 'autumn'], (good, season) => ({
      title: `${good} outlook for ${season}`,
      own: `Buyers of ${good.toLowerCase()} expect a quiet ${season} after a year of swings.`,
    })),
    cross(['wins', 'loses'], [firm], (verb) => ({
      title: `${firm} ${verb} court case`,
      own: `The ${firm.toLowerCase()} ${verb} its case before the court of appeal, which ruled on Friday.`,
    })),
    cross(['raises', 'lowers'], [shop], (verb) => ({
      title: `${shop} ${verb} forecast`,
      own: `The ${shop.toLowerCase()} ${verb} its forecast for the year, its directors told shareholders.`,
    })),
  ];
}

function productFamilies(): Relative[][] {
  return [
    cross(
      ['Oak', 'Walnut', 'Beech', 'Ash', 'Pine', 'Cherry'],
      ['side table', 'bench', 'shelf', 'stool'],
      (wood, piece) => ({
        title: `${wood} ${piece}`,
        own: `A ${piece} of solid ${wood.toLowerCase()}, oiled by hand.`,
      }),
    ),
    cross(['Red', 'Green', 'Blue'], ['armchair', 'sofa'], (colour, piece) => ({
      title: `${colour} ${piece}`,
      own: `Our ${piece} in ${colour.toLowerCase()} wool.`,
    })),
    cross(['left', 'right'], ['door'], (side) => ({
      title: `Wardrobe door, ${side}`,
      own: `A door that is hinged on the ${side}.`,
    })),
    cross(['single', 'double'], ['bed'], (size) => ({
      title: `Bed frame, ${size}`,
      own: `The frame of a ${size} bed, without slats.`,
    })),
  ];
}

/** The part of a list for a variant. Parts overlap if the list is too short for all variants. */
export function partOf<T>(items: readonly T[], variant: number, count: number): T[] {
  return Array.from({ length: count }, (_, i) => items[(variant * count + i) % items.length]);
}

/** A relative for each pair of words. */
export function cross(
  some: readonly string[],
  others: readonly string[],
  make: (one: string, other: string) => Relative,
): Relative[] {
  return some.flatMap((one) => others.map((other) => make(one, other)));
}

/** A relative for each word. The word is the only difference between their titles and texts. */
export function either(words: readonly string[], rest: string, says: string): Relative[] {
  return words.map((word) => ({ title: `${word} ${rest}`, own: `${word} ${rest}: ${says}.` }));
}
