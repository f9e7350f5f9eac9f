import type { Engine } from '../engines/engine.ts';
import { cross, either as eitherOf, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

/** Pages about unlike things that differ in few words, in subjects of its own: families of 24, 6, 2 and 2. */
export function fourthFamiliesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const part = <T>(items: readonly T[], count: number): T[] => partOf(items, variant, count);
  const [one] = part(subjects, 1);
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return [
        cross(
          part(subjects, 4),
          ['apply', 'renew', 'transfer', 'cancel', 'extend', 'appeal'],
          (subject, deed) => ({
            title: `How to ${deed} a ${subject} permit`,
            own: `Whoever wants to ${deed} a ${subject} permit fills in form ${subject} ${deed} and brings it to the counter.`,
          }),
        ),
        cross(part(clauses, 2), ['seller', 'buyer', 'carrier'], (clause, side) => ({
          title: `${clause} of the ${side}`,
          own: `This section settles the ${clause.toLowerCase()} of the ${side}.`,
        })),
        either(['Before', 'After'], `the ${one} inspection`),
        either(['Northbound', 'Southbound'], `${one} crossing`),
      ];
    case 'reference':
      return [
        cross(
          part(numbers, 4),
          ['Reader', 'Writer', 'Parser', 'Printer', 'Buffer', 'Sorter'],
          (number, tool) => ({
            title: `${number} ${tool}`,
            own: `${tool} for values of type ${number.toLowerCase()}.`,
          }),
        ),
        cross(['Min', 'Max', 'Mean'], part(numbers, 2), (what, number) => ({
          title: `${what} Of ${number}`,
          own: `Takes the ${what.toLowerCase()} of many ${number.toLowerCase()} values.`,
        })),
        either(['Signed', 'Unsigned'], `${part(numbers, 1)[0]} Cast`),
        either(['Inner', 'Outer'], `${part(numbers, 1)[0]} Product`),
      ];
    case 'news':
      return [
        cross(
          part(towns, 4),
          ['under ten', 'under twelve', 'under fifteen', 'women', 'men', 'veterans'],
          (town, team) => ({
            title: `${town} rowing, ${team}: the results`,
            own: `The ${team} of ${town} rowed on Saturday in front of a large crowd at the ${town} weir.`,
          }),
        ),
        cross(['first', 'second', 'third'], part(subjects, 2), (which, subject) => ({
          title: `Lecture on ${subject}, ${which} evening`,
          own: `On the ${which} evening the lecture is about ${subject}.`,
        })),
        either(['Opening', 'Closing'], `of the ${one} market in ${part(towns, 1)[0]}`),
        either(['Council approves', 'Council rejects'], `new ${one} plan`),
      ];
    case 'shop':
      return [
        cross(part(flavours, 4), ['100 g', '250 g', '500 g', '1 kg', '2 kg', '5 kg'], (flavour, weight) => ({
          title: `Loose tea, ${flavour}, ${weight}`,
          own: `Tea with ${flavour}, packed by hand in bags of ${weight}.`,
        })),
        cross(['size 40', 'size 42', 'size 44'], part(garments, 2), (size, garment) => ({
          title: `${garment}, ${size}`,
          own: `A ${garment.toLowerCase()} in ${size}.`,
        })),
        either(['Gas', 'Induction'], `kettle, ${part(flavours, 1)[0]} colour`),
        either(['With hood', 'Without hood'], `${part(garments, 1)[0]} for rain`),
      ];
  }
}

const subjects = words(
  'mooring fishing parking building trading hunting grazing logging busking camping dredging diving beekeeping quarrying ferrying brewing milling tanning peat salvage weaving kiln orchard anchor vineyard ropewalk sluice windmill bakery cellar forge jetty towpath causeway aviary barge bonfire cider foundry gravel',
);
const clauses = ['Duties', 'Liability', 'Remedies', 'Warranties', 'Notices', 'Insurance'].concat([
  ...['Deposits', 'Penalties', 'Records', 'Assignment', 'Arbitration', 'Survival', 'Costs', 'Audit'],
  ...['Delivery', 'Inspection', 'Set-off', 'Secrecy', 'Termination', 'Force majeure'],
]);
const numbers = words('Integer Decimal Rational Complex Ordinal Octal Binary Roman');
const towns = words(
  'Wexham Torquill Ashwater Brannock Cullerby Dunsop Eldwick Farnley Gosforth Haxby Ilkeston Jarrow Keswick Louth Malton Nantwich Oakham Penrith Quorn Ripon Selby Thirsk Ulverston Ventnor Whitby Yarm Zennor Alston Bewdley Corbridge Dawlish Egham',
);
const flavours = words('bergamot jasmine mint vanilla ginger cardamom rose fennel');
const garments = words('Jacket Coat Cape Parka Smock Poncho');

function either(words: readonly string[], rest: string): Relative[] {
  return eitherOf(words, rest, 'what to know about it');
}
