import type { Engine } from '../engines/engine.ts';
import { cross, either, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

type Families = readonly (readonly Relative[])[];

/** Pages about unlike things that differ in few words: families of 24, 6, 2 and 2. */
export function eighthFamiliesOf(kind: Engine['kind'], variant: number): Families {
  const sets = kind === 'news' ? newsFamilies : kind === 'shop' ? goodsFamilies : guideFamilies;
  return sets[variant % sets.length](variant);
}

/** How things are exported, what animals are like, and lessons with one text. */
const guideFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(words('CSV JSON PDF XML'), partOf(things, variant, 6), (format, thing) => ({
      title: `Save every ${thing} as ${format}`,
      own: `Choose what is to be in the file, then press the button. Each ${thing} becomes one part of a ${format} file.`,
    })),
    cross(words('bronze silver gold'), partOf(things, variant, 2), (grade, thing) => ({
      title: `The ${grade} badge of a ${thing}`,
      own: `Whoever has looked after a ${thing} for long enough is given ${grade}.`,
    })),
    either(['Nested', 'Flat'], `lists of a ${partOf(things, variant, 1)[0]}`, 'how they are shown'),
    either(['Manual', 'Automatic'], `repair of a ${partOf(things, variant, 1)[0]}`, 'when it is right'),
  ],
  (variant) => [
    cross(words('Lesser Greater Spotted Hooded'), partOf(birds, variant, 6), (which, bird) => ({
      title: `${which} ${bird}`,
      own: `The ${which.toLowerCase()} ${bird} breeds on islands and winters at sea. It is told by its bill.`,
    })),
    cross(words('April June October'), partOf(birds, variant, 2), (month, bird) => ({
      title: `Counts of ${bird} in ${month}`,
      own: `What was counted of ${bird} in ${month}, by volunteers and from the air.`,
    })),
    either(['Eggs', 'Chicks'], `of a ${partOf(birds, variant, 1)[0]}`, 'size, colour and number'),
    either(['Inland', 'Coastal'], `range of a ${partOf(birds, variant, 1)[0]}`, 'where it is met with'),
  ],
];

/** Notices with a town, a day, a team or a number. */
const newsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(partOf(towns, variant, 6), words('Thursday Friday Saturday Sunday'), (town, day) => ({
      title: `Pollen in ${town}, ${day}`,
      own: `On ${day} much birch and little grass is in the air around ${town}. Keep windows shut until noon.`,
    })),
    cross(words('eastern western'), ['under 15', 'under 17', 'under 19'], (league, age) => ({
      title: `Table of the ${league} league, ${age}`,
      own: `Where each team of the ${league} league, ${age}, stands after this week.`,
    })),
    either(['Early', 'Late'], `trains to ${partOf(towns, variant, 1)[0]} cancelled`, 'a crew is missing'),
    either(['Men', 'Women'], `of ${partOf(towns, variant, 1)[0]} through to the final`, 'they won at home'),
  ],
  (variant) => [
    cross(partOf(towns, variant, 4), words('10 12 15 18 21 24'), (town, hour) => ({
      title: `Tide at ${town}, ${hour} h`,
      own: `The water at ${town} is highest shortly after ${hour} h; mind the causeway.`,
    })),
    cross(partOf(towns, variant, 3), ['nurse', 'electrician'], (town, trade) => ({
      title: `${trade} (any gender) wanted in ${town}`,
      own: `We look for a ${trade} for our house in ${town}, full time, at once or later.`,
    })),
    either(['Blue', 'Amber'], `alert for ${partOf(towns, variant, 1)[0]}`, 'what it means for you'),
    either(['Morning', 'Evening'], `briefing from ${partOf(towns, variant, 1)[0]}`, 'all that matters now'),
  ],
];

/** Flats, sizes, scents. */
const goodsFamilies: readonly ((variant: number) => Families)[] = [
  (variant) => [
    cross(
      ['One-room', 'Two-room', 'Three-room', 'Four-room'],
      partOf(streets, variant, 6),
      (rooms, street) => ({
        title: `${rooms} flat in ${street} Street`,
        own: `A ${rooms.toLowerCase()} flat in ${street} Street, light and dry, with a cellar and a place for bicycles.`,
      }),
    ),
    cross(words('cedar fig neroli'), partOf(streets, variant, 2), (scent, name) => ({
      title: `${name} candle, ${scent}`,
      own: `A candle of rape wax with a scent of ${scent}; ${name} burns for forty hours.`,
    })),
    either(['Covered', 'Open'], `parking in ${partOf(streets, variant, 1)[0]} Street`, 'by the month'),
    either(['Furnished', 'Unfurnished'], `studio in ${partOf(streets, variant, 1)[0]} Street`, 'from May'),
  ],
];

const things = words(
  'timesheet storyboard playlist waypoint checklist flashcard dossier roster itinerary recipe bookmark milestone changeset pipeline syllabus worksheet herbarium logbook scorecard portfolio glossary questionnaire prescription voucher',
);
const birds = words(
  'tern shearwater petrel guillemot cormorant skua plover godwit whimbrel dunlin sanderling turnstone phalarope eider scoter goldeneye smew grebe diver gannet razorbill kittiwake avocet knot',
);
const towns = words(
  'Ahlbeck Bansin Caorle Denia Elmina Fecamp Gdynia Hanko Imatra Jurmala Kotka Liepaja Molde Nexo Oulu Paldiski Rauma Sopot Tallinn Ustka Visby Wismar Ybbs Zadar',
);
const streets = words(
  'Anchor Bollard Capstan Dolphin Ensign Fender Gangway Halyard Ironmonger Jetty Keelson Lantern Mizzen Netmaker Oarsman Pilot',
);
