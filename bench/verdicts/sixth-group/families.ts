import type { Engine } from '../engines/engine.ts';
import { cross, either as eitherOf, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

/** Pages about unlike things that differ in few words: families of 24, 6, 2 and 2. */
export function sixthFamiliesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const part = <T>(items: readonly T[], count: number): T[] => partOf(items, variant, count);
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return [
        cross(part(parishes, 6), ['Schools', 'Roads', 'Water', 'Parks'], (parish, duty) => ({
          title: `${duty} committee of ${parish}`,
          own: `Who sits on the ${duty.toLowerCase()} committee of ${parish}, and on which evenings it meets.`,
        })),
        cross(['spring', 'summer', 'autumn'], part(courses, 2), (term, course) => ({
          title: `${course} 101, ${term} term`,
          own: `${course} 101 is taught in the ${term} term, twice a week.`,
        })),
        either(['Import', 'Export'], `rules for ${part(courses, 1)[0]} tables`),
        either(['Lower', 'Upper'], `house on ${part(parishes, 1)[0]}`),
      ];
    case 'reference':
      return [
        cross(
          part(shapes, 4),
          ['Reader', 'Writer', 'Cursor', 'Merger', 'Indexer', 'Filter'],
          (shape, role) => ({
            title: `${shape} ${role}`,
            own: `A ${role.toLowerCase()} of ${shape.toLowerCase()} data.`,
          }),
        ),
        cross(['Int', 'Float', 'Char'], part(shapes, 2), (type, shape) => ({
          title: `${type} ${shape} Buffer`,
          own: `Holds ${type.toLowerCase()} values of a ${shape.toLowerCase()}.`,
        })),
        either(['Open', 'Closed'], `${part(shapes, 1)[0]} Range`),
        either(['Left', 'Right'], `${part(shapes, 1)[0]} Join`),
      ];
    case 'news':
      return [
        cross(part(places, 4), ['1998', '2004', '2010', '2016', '2022', '2026'], (place, year) => ({
          title: `${place} marathon ${year}`,
          own: `Routes, start times and results of the ${year} marathon of ${place}.`,
        })),
        cross(['Episode 11', 'Episode 12', 'Episode 13'], part(shows, 2), (episode, show) => ({
          title: `${show}, ${episode}`,
          own: `${episode} of ${show} was sent on a Sunday.`,
        })),
        either(['Morning', 'Evening'], `weather for ${part(places, 1)[0]}`),
        either(['Home', 'Away'], `tickets for ${part(places, 1)[0]} United`),
      ];
    case 'shop':
      return [
        cross(part(models, 4), ['64 GB', '128 GB', '256 GB', '512 GB', '1 TB', '2 TB'], (model, size) => ({
          title: `${model} drive ${size}`,
          own: `The ${model} drive with ${size} of room.`,
        })),
        cross(['twin', 'double', 'family'], part(views, 2), (room, view) => ({
          title: `Gift card ${room} room ${view}`,
          own: `A night in a ${room} room, ${view}.`,
        })),
        either(['Matt', 'Glossy'], `paper for ${part(models, 1)[0]} printers`),
        either(['Mens', 'Ladies'], `watch ${part(models, 1)[0]}`),
      ];
  }
}

const parishes = words(
  'Abbotsley Barnack Caldecote Dullingham Elsworth Fulbourn Gamlingay Hauxton Ickleton Kneesworth Landbeach Madingley Newnham Oakington Pampisford Rampton Sawston Thriplow Upware Waterbeach Yelling Arrington Balsham Cottenham Duxford Eltisley Foxton Girton Harlton Impington Kingston Linton Meldreth Northstowe Orwell Papworth Reach Shudy Toft Witchford Bourn Croxton Dry Eversden Fen Grantchester Hildersham Isleham Kirtling Lode',
);
const courses = words(
  'Botany Calculus Dentistry Ethics Forestry Geology Hydrology Italian Journalism Kinetics Logic Mechanics Neurology Optics Poetics Rhetoric Statistics Topology Urbanism Virology Welding Zoology Acoustics Ballistics',
);
const shapes = words('Graph Matrix Tensor Trie Lattice Mesh Ledger Bitmap');
const places = words(
  'Aberdeen Bergen Cadiz Dundee Exeter Florence Galway Haarlem Ipswich Jena Kiel Lucerne Mainz Namur Oulu Pisa Rouen Siena Trieste Utrecht Vigo Worms Ypres Zadar Antwerp Bilbao Coimbra Delft Esbjerg Fano Ghent Hull Imola Jaca Kassel Linz',
);
const shows = words(
  'Tidemarks Deadwater Lowlight Saltlines Windrow Northing Foghorn Slipway Gangplank Landfall Seagate Wharfside Keelson Bowline Mainstay Topsail Cutwater Driftwood',
);
const models = words('Alto Basso Corno Duo Echo Forte Giga Halo Ion Juno Kilo Luma');
const views = ['to the sea', 'to the yard', 'to the park', 'to the lake', 'to the street', 'to the hills'];

function either(what: readonly string[], rest: string): Relative[] {
  return eitherOf(what, rest, 'what has to be known, in one line');
}
