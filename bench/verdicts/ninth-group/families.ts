import type { Engine } from '../engines/engine.ts';
import { cross, either, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

type Families = readonly (readonly Relative[])[];

/** Records of unlike things that differ in few words, or in a year, a number or a release: families of 24, 6, 2 and 2. */
export function ninthFamiliesOf(kind: Engine['kind'], variant: number): Families {
  const sets = kind === 'news' ? newsFamilies : kind === 'shop' ? goodsFamilies : guideFamilies;
  return sets[variant % sets.length](variant);
}

/** Platforms, plants and lessons; releases, inventories and worksheets. */
const guideFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(partOf(stops, variant, 6), words('north south east west'), (stop, side) => ({
      title: `${stop} Bridge, ${side} side`,
      own: `The shelter on the ${side} side of ${stop} Bridge has a bench and a lamp. Lines towards the ${side} call here.`,
    })),
    cross(['4.1', '4.2', '5.0'], partOf(devices, variant, 2), (release, device) => ({
      title: `What changed for the ${device} in ${release}`,
      own: `Release ${release} mends how the ${device} starts and how it is put to sleep.`,
    })),
    either(['Arrivals', 'Departures'], `at ${partOf(stops, variant, 1)[0]} halt`, 'by the hour'),
    either(['Weekday', 'Holiday'], `service of ${partOf(stops, variant, 1)[0]} halt`, 'until the end of May'),
  ],
  (variant) => [
    cross(words('white yellow crimson violet'), partOf(plants, variant, 6), (colour, plant) => ({
      title: `${plant}, ${colour}`,
      own: `The ${colour} ${plant} flowers for six weeks in poor soil. Its ${colour} petals close in rain.`,
    })),
    cross(['1911', '1924', '1937'], partOf(objects, variant, 2), (year, object) => ({
      title: `${object} in the inventory of ${year}`,
      own: `In ${year} the ${object} was entered as a gift, in two parts.`,
    })),
    either(['Obverse', 'Reverse'], `of the ${partOf(objects, variant, 1)[0]} medal`, 'silver, struck'),
    either(['Original', 'Replica'], `of a ${partOf(objects, variant, 1)[0]}`, 'what is on show'),
  ],
  (variant) => [
    cross(partOf(topics, variant, 6), ['year 3', 'year 4', 'year 5', 'year 6'], (topic, year) => ({
      title: `${topic} in ${year}`,
      own: `By the end of the hour each pupil of ${year} can explain ${topic.toLowerCase()} with an example of their own.`,
    })),
    cross(['1', '2', '3'], partOf(topics, variant, 2), (number, topic) => ({
      title: `Worksheet ${number} on ${topic.toLowerCase()}`,
      own: `Worksheet ${number} has ${Number(number) + 4} questions on ${topic.toLowerCase()}, with answers.`,
    })),
    either(['Teacher', 'Pupil'], `notes on ${partOf(topics, variant, 1)[0].toLowerCase()}`, 'two pages'),
    either(['Wind', 'Rain'], `records of ${partOf(stops, variant, 1)[0]}`, 'means of thirty years'),
  ],
];

/** Votes, orders, evenings, episodes, posts, results of a year. */
const newsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(
      partOf(matters, variant, 6),
      ['first reading', 'second reading', 'committee', 'final vote'],
      (matter, stage) => ({
        title: `${matter} Bill, ${stage}`,
        own: `On the ${matter.toLowerCase()} bill the house divided at the ${stage}. How each member voted is below.`,
      }),
    ),
    cross(['3 March', '9 June', '21 October'], partOf(parties, variant, 2), (day, party) => ({
      title: `Order of ${day} in ${party} v. Registrar`,
      own: `The motion of ${party} that was heard on ${day} is granted in part.`,
    })),
    either(['Plaintiff', 'Defendant'], `brief in ${partOf(parties, variant, 1)[0]}`, 'filed in time'),
    either(['Opening', 'Closing'], `statement of ${partOf(parties, variant, 1)[0]}`, 'as delivered'),
  ],
  (variant) => [
    cross(partOf(halls, variant, 6), words('Thursday Friday Saturday Sunday'), (hall, day) => ({
      title: `Choirs at ${hall}, ${day}`,
      own: `Three choirs sing at ${hall} on ${day}. Doors open at seven, and there is no need to book.`,
    })),
    cross(['41', '42', '43'], partOf(halls, variant, 2), (number, show) => ({
      title: `${show} tapes, number ${number}`,
      own: `Number ${number} of the ${show} tapes, with letters from listeners.`,
    })),
    either(['Granted', 'Refused'], `licences for ${partOf(halls, variant, 1)[0]}`, 'this quarter'),
    either(['Amateur', 'Master'], `class at ${partOf(halls, variant, 1)[0]}`, 'ten places'),
  ],
  (variant) => [
    cross(partOf(halls, variant, 6), words('welder midwife surveyor cook'), (town, trade) => ({
      title: `${trade} for ${town} and around`,
      own: `A ${trade} is wanted in ${town}. You bring three years of work as a ${trade} and a licence to drive.`,
    })),
    cross(['2024', '2025', '2026'], partOf(parties, variant, 2), (year, firm) => ({
      title: `${firm} Group: results for ${year}`,
      own: `Sales of ${firm} Group in ${year} were in line with what its board had said.`,
    })),
    either(['Appoints', 'Dismisses'], `head of ${partOf(parties, variant, 1)[0]}`, 'from next month'),
    either(
      ['Acquires', 'Sells'],
      `the mill of ${partOf(parties, variant, 1)[0]}`,
      'the price is not disclosed',
    ),
  ],
];

/** Rooms, parts, villas. */
const goodsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(
      ['Single', 'Twin', 'Family', 'Corner', 'Attic', 'Garden'],
      words('harbour park courtyard mountain'),
      (room, view) => ({
        title: `${room} room, ${view} view`,
        own: `A ${room.toLowerCase()} room of our house with a view of the ${view}, a desk and a kettle.`,
      }),
    ),
    cross(words('spring summer winter'), ['weekend', 'fortnight'], (season, length) => ({
      title: `A ${length} in ${season}`,
      own: `Breakfast and a ${length} of quiet, in ${season} only.`,
    })),
    either(['Indoor', 'Outdoor'], `pool of ${partOf(halls, variant, 1)[0]} House`, 'heated all year'),
    either(['Early', 'Late'], `breakfast at ${partOf(halls, variant, 1)[0]} House`, 'for a surcharge'),
  ],
  (variant) => [
    cross(
      words('gasket bearing impeller spindle flange bushing'),
      words('K20 K25 K32 K40'),
      (part, model) => ({
        title: `${part} for pump ${model}`,
        own: `A ${part} as built into pump ${model} since 2014. It does not fit other models than ${model}.`,
      }),
    ),
    cross(['left', 'right', 'rear'], partOf(devices, variant, 2), (side, device) => ({
      title: `Lever, ${side}, of a ${device}`,
      own: `The ${side} lever of a ${device}, with its pin.`,
    })),
    either(['Metric', 'Imperial'], `thread set for a ${partOf(devices, variant, 1)[0]}`, 'in a tin'),
    either(['Upper', 'Lower'], `seal of a ${partOf(devices, variant, 1)[0]}`, 'nitrile'),
  ],
  (variant) => [
    cross(['Lake', 'Cliff', 'Orchard', 'Mill'], partOf(halls, variant, 6), (kind, place) => ({
      title: `${kind} villa in ${place}`,
      own: `A ${kind.toLowerCase()} villa in ${place} with four rooms, two baths and its own well.`,
    })),
    cross(words('hectare acre rood'), partOf(halls, variant, 2), (size, place) => ({
      title: `One ${size} of land at ${place}`,
      own: `One ${size} of land at ${place}, with a right to build.`,
    })),
    either(
      ['Leasehold', 'Freehold'],
      `cottage in ${partOf(halls, variant, 1)[0]}`,
      'to be viewed by arrangement',
    ),
    either(['Vacant', 'Occupied'], `farm near ${partOf(halls, variant, 1)[0]}`, 'as it stands'),
  ],
];

const stops = words(
  'Alder Bittern Cooper Drover Elvin Fuller Garnet Hazel Ivory Juniper Kestrel Linden Marten Nettle Osprey Poplar Quarry Rowan Saddler Thistle Umber Vesper Wicker Yarrow',
);
const devices = words(
  'winch scanner beacon turntable sounder compressor plotter projector headset thermostat router drill anemometer lathe mixer shredder',
);
const plants = words(
  'campanula gentian larkspur saxifrage verbena foxglove aquilegia lobelia scabious speedwell primula bergenia astrantia dianthus geranium helenium iris lupin monarda nepeta penstemon salvia tulip veronica',
);
const objects = words(
  'sextant loom casket lantern astrolabe goblet harpsichord spindle quadrant reliquary tankard samovar palanquin chessboard hourglass escritoire',
);
const topics = words(
  'Fractions Volcanoes Magnets Adverbs Rivers Photosynthesis Symmetry Vikings Rhyme Decimals Glaciers Pulleys Idioms Planets Mosaics Angles Fossils Electricity Prefixes Deserts Skeletons Percentages Rhythm Pharaohs',
);
const matters = words(
  'Fisheries Lighthouses Dentistry Allotments Pawnbrokers Canals Vaccination Orchards Auctions Tramways Apprentices Quarries Libraries Pilotage Markets Hallmarks Burials Beekeeping Drainage Ferries Mutuals Gambling Forestry Patents',
);
const parties = words(
  'Harcourt Lindqvist Okonjo Varga Pemberton Takeda Moreau Abernathy Castellano Dvorak Eriksen Farquhar Goldberg Holloway Ibrahim Jankowski',
);
const halls = words(
  'Ambleside Bakewell Crickhowell Dunkeld Ennerdale Fishguard Glossop Helmsley Ilkley Jedburgh Keswick Ludlow Malham Nairn Oakham Pickering Reeth Settle Tenby Ullapool Ventnor Whitby Yarmouth Zennor',
);
