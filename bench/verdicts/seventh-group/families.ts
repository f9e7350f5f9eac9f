import type { Engine } from '../engines/engine.ts';
import { cross, either as eitherOf, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

type Families = readonly (readonly Relative[])[];

/** Pages about unlike things that differ in few words: families of 24, 6, 2 and 2. */
export function seventhFamiliesOf(kind: Engine['kind'], variant: number): Families {
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return recordFamilies[variant % recordFamilies.length](variant);
    case 'reference':
      return classFamilies(variant);
    case 'news':
      return newsFamilies[variant % newsFamilies.length](variant);
    case 'shop':
      return goodsFamilies[variant % goodsFamilies.length](variant);
  }
}

/** Commands, sections of laws, and records with facts. */
const recordFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(['read', 'create', 'replace', 'remove'], partOf(nouns, variant, 6), (verb, noun) => ({
      title: `${verb} ${noun} record`,
      own: `Lets a client ${verb} one ${noun} record by its number. Needs the scope ${noun}:${verb}.`,
    })),
    cross(['connect', 'write', 'close'], partOf(nouns, variant, 2), (moment, noun) => ({
      title: `wait before ${moment} of the ${noun} channel`,
      own: `How many seconds to wait before the ${moment} of the ${noun} channel fails.`,
    })),
    either(['Lock', 'Unlock'], `a ${partOf(nouns, variant, 1)[0]} table`),
    either(['Before', 'After'], `hooks of a ${partOf(nouns, variant, 1)[0]} job`),
  ],
  (variant) => [
    cross(partOf(duties, variant, 6), ['Application', 'Fee', 'Penalty', 'Appeal'], (duty, part) => ({
      title: `${part} concerning ${duty} permits`,
      own: `Rules on the ${part.toLowerCase()} concerning a ${duty} permit, and the office that handles it.`,
    })),
    cross(['first', 'second', 'third'], partOf(duties, variant, 2), (degree, duty) => ({
      title: `${duty} offence of the ${degree} degree`,
      own: `A person commits a ${duty} offence of the ${degree} degree who acts on purpose.`,
    })),
    either(['Issue', 'Withdrawal'], `of ${partOf(duties, variant, 1)[0]} licences`),
    either(['Resident', 'Nonresident'], `duty on ${partOf(duties, variant, 1)[0]} income`),
  ],
  (variant) => [
    cross(partOf(stations, variant, 8), ['1891', '1922', '1957'], (station, year) => ({
      title: `${station} lighthouse, plan of ${year}`,
      own: `A plan of the lighthouse of ${station}, drawn in ${year} on linen, scale 1 to 100.`,
    })),
    cross(partOf(stations, variant, 2), ['Gauge 1', 'Gauge 2', 'Gauge 3'], (station, gauge) => ({
      title: `${gauge} at ${station} weir`,
      own: `${gauge} at the weir of ${station} measures the level every ten minutes.`,
    })),
    either(['North', 'South'], `pier of ${partOf(stations, variant, 1)[0]}`),
    either(['Obverse', 'Reverse'], `of the ${partOf(stations, variant, 1)[0]} medal`),
  ],
];

function classFamilies(variant: number): Families {
  const parts = partOf(holders, variant, 8);
  return [
    cross(
      parts.slice(0, 4),
      ['Timeout', 'Overflow', 'Conflict', 'Denied', 'Corrupt', 'Stale'],
      (part, what) => ({
        title: `${part} ${what} Error`,
        own: `Raised when a ${part.toLowerCase()} ends in the state ${what.toLowerCase()}.`,
      }),
    ),
    cross(['Sync', 'Async', 'Batch'], parts.slice(4, 6), (how, part) => ({
      title: `${how} ${part} Client`,
      own: `A client of a ${part.toLowerCase()} in ${how.toLowerCase()} style.`,
    })),
    either(['Min', 'Max'], `${parts[6]} Heap`),
    either(['Lazy', 'Eager'], `${parts[7]} Loader`),
  ];
}

/** Fixtures and lotteries; reports of weather and water; letters by number. */
const newsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(partOf(towns, variant, 6), ['under 12', 'under 14', 'under 16', 'under 18'], (town, age) => ({
      title: `${town} regatta, results ${age}`,
      own: `Results of the ${age} races at the regatta of ${town}, in the order of arrival.`,
    })),
    cross(['bronze', 'silver', 'gold'], partOf(towns, variant, 2), (medal, town) => ({
      title: `${town} crews take ${medal}`,
      own: `A crew of ${town} took ${medal} in the last race of the season.`,
    })),
    either(['Men', 'Women'], `of ${partOf(towns, variant, 1)[0]} reach the final`),
    either(['Opening', 'Closing'], `hours of ${partOf(towns, variant, 1)[0]} ferry to change`),
  ],
  (variant) => [
    cross(partOf(towns, variant, 4), words('January March May July September November'), (town, month) => ({
      title: `Water levels at ${town}, ${month}`,
      own: `Highest and lowest levels measured at ${town} in ${month}, with the days.`,
    })),
    cross(partOf(towns, variant, 3), ['spring', 'neap'], (town, tide) => ({
      title: `What ${tide} tides mean for ${town}`,
      own: `Harbour masters of ${town} explain what to expect of ${tide} tides.`,
    })),
    either(['Red', 'Amber'], `warning for ${partOf(towns, variant, 1)[0]}`),
    either(['Road', 'Rail'], `closed at ${partOf(towns, variant, 1)[0]}`),
  ],
  (variant) => [
    cross(partOf(towns, variant, 3), words('31 32 33 34 35 36 37 38'), (town, number) => ({
      title: `${town} letter no. ${number}`,
      own: `Number ${number} of the letter from ${town}, for members and friends.`,
    })),
    cross(['breakfast', 'lunch', 'supper'], partOf(towns, variant, 2), (meal, town) => ({
      title: `Club ${meal} in ${town}`,
      own: `Our ${meal} in ${town} is open to all; bring a friend.`,
    })),
    either(['Buyers', 'Sellers'], `wanted in ${partOf(towns, variant, 1)[0]}`),
    either(['Summer', 'Winter'], `timetable of ${partOf(towns, variant, 1)[0]}`),
  ],
];

/** Sizes, volumes and sides of goods. */
const goodsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(partOf(wares, variant, 4), words('M4 M5 M6 M8 M10 M12'), (ware, size) => ({
      title: `${ware} shackle ${size}`,
      own: `A ${ware.toLowerCase()} shackle for bolts of ${size}, sold singly.`,
    })),
    cross(['250 ml', '750 ml', '2500 ml'], partOf(wares, variant, 2), (volume, ware) => ({
      title: `${ware} varnish, ${volume}`,
      own: `Varnish ${ware.toLowerCase()} in a tin of ${volume}.`,
    })),
    either(['Port', 'Starboard'], `lamp ${partOf(wares, variant, 1)[0]}`),
    either(['Inner', 'Outer'], `hose ${partOf(wares, variant, 1)[0]}`),
  ],
  (variant) => [
    cross(partOf(wares, variant, 3), words('1961 1964 1967 1970 1973 1976 1979 1982'), (ware, year) => ({
      title: `${ware} annual ${year}, hardback`,
      own: `The ${ware} annual of ${year} with its dust jacket.`,
    })),
    cross(['navy', 'rust', 'sand'], partOf(wares, variant, 2), (colour, ware) => ({
      title: `${ware} scarf in ${colour}`,
      own: `A scarf in ${colour}, knitted after the pattern ${ware}.`,
    })),
    either(['First', 'Third'], `volume of ${partOf(wares, variant, 1)[0]} charts`),
    either(['Signed', 'Unsigned'], `print ${partOf(wares, variant, 1)[0]}`),
  ],
];

const nouns = words(
  'berth invoice vessel customer ticket device webhook message folder account shipment route sensor meter contract voucher project label region tariff driver parcel warehouse reading',
);
const duties = words(
  'fishing mining salvage pilotage bunkering dredging towing diving mooring ballast cargo passenger hunting trapping timber quarry brewing tanning signage vending parking busking grazing peat',
);
const stations = words(
  'Ardmore Balbriggan Carnsore Donegal Eagle Fastnet Galley Hook Inishowen Kinsale Loop Mizen Poolbeg Roche Skellig Tuskar Valentia Wicklow Youghal Achill Blacksod Clare Duncannon Ferris Haulbow Mutton Oyster Rathlin Rotten Straw Tory Tarbert Bull Copper Crookhaven Dundalk Sheeps Sybil Tearaght Howth',
);
const holders = words(
  'Queue Cursor Lease Parser Socket Vault Router Worker Ledger Shard Codec Planner Broker Tracer Kernel Widget Journal Packet Syntax Digest Macro Thread Stanza Record',
);
const towns = words(
  'Ystad Umag Split Skive Roskilde Rostock Risor Rimini Ravenna Pula Piran Palermo Ostend Odense Nyborg Narvik Naples Messina Marstal Lorient Livorno Larvik Korsor Koper Kalmar Kavala Horten Husum Gorinchem Genoa Gdynia Emden Dieppe Cuxhaven Corfu Chios Calais Bodo Bari Ancona Amalfi Alta',
);
const wares = words(
  'Atlas Bison Comet Delta Eagle Falcon Gannet Heron Ibis Jackal Kestrel Lynx Mallard Narwhal Osprey Puffin',
);

function either(what: readonly string[], rest: string): Relative[] {
  return eitherOf(what, rest, 'the facts of it in one line');
}
