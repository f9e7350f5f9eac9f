import type { Engine } from '../engines/engine.ts';
import { cross, either as eitherOf, partOf, type Relative } from '../families.ts';
import { words } from '../words.ts';

/** Pages about unlike things that differ in few words, in subjects of its own: families of 24, 6, 2 and 2. */
export function fifthFamiliesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const part = <T>(items: readonly T[], count: number): T[] => partOf(items, variant, count);
  const [one] = part(schemes, 1);
  switch (kind) {
    case 'documentation':
    case 'wiki':
      return [
        cross(
          part(schemes, 4),
          ['January', 'February', 'April', 'September', 'October', 'November'],
          (scheme, month) => ({
            title: `${scheme} report, ${month}`,
            own: `What was counted under the ${scheme.toLowerCase()} scheme from the first to the last day of ${month}.`,
          }),
        ),
        cross(part(companies, 2), ['Holding', 'Leasing', 'Services'], (company, branch) => ({
          title: `${company} ${branch} Ltd`,
          own: `${company} ${branch} Ltd is entered in the register of companies as a firm of its own.`,
        })),
        either(['Arrivals', 'Departures'], `under the ${one} scheme`),
        either(['Paper', 'Online'], `form for ${one}`),
      ];
    case 'reference':
      return [
        cross(
          part(matters, 4),
          ['Builder', 'Factory', 'Validator', 'Serializer', 'Formatter', 'Provider'],
          (matter, role) => ({
            title: `${matter} ${role}`,
            own: `The ${role.toLowerCase()} that goes with ${matter.toLowerCase()} values.`,
          }),
        ),
        cross(['Sync', 'Async', 'Batch'], part(matters, 2), (way, matter) => ({
          title: `${way} ${matter} Client`,
          own: `Sends ${matter.toLowerCase()} values in ${way.toLowerCase()} calls.`,
        })),
        either(['Mutable', 'Immutable'], `${part(matters, 1)[0]} List`),
        either(['Weak', 'Strong'], `${part(matters, 1)[0]} Reference`),
      ];
    case 'news':
      return [
        cross(part(lines, 4), ['2019', '2020', '2021', '2022', '2023', '2024'], (line, year) => ({
          title: `The ${line} line in ${year}`,
          own: `How many travelled on the ${line} line in ${year}, how often trains were late, and what ${year} brought to ${line}.`,
        })),
        cross(['under-16', 'under-19', 'senior'], part(clubs, 2), (age, club) => ({
          title: `${club} ${age} fixtures`,
          own: `When and where the ${age} side of ${club} plays.`,
        })),
        either(['Shareholders of', 'Workers of'], `${part(companies, 1)[0]} meet`),
        either(['First', 'Second'], `leg: ${part(clubs, 1)[0]} at home`),
      ];
    case 'shop':
      return [
        cross(part(cloths, 4), ['XS', 'S', 'M', 'L', 'XL', 'XXL'], (cloth, size) => ({
          title: `Work shirt ${cloth} ${size}`,
          own: `A work shirt of ${cloth}, cut in size ${size}.`,
        })),
        cross(['1.5 m', '3 m', '5 m'], part(cables, 2), (length, cable) => ({
          title: `${cable} cable ${length}`,
          own: `A ${cable} cable of ${length} with gilded plugs.`,
        })),
        either(['Inner', 'Outer'], `tube for ${part(cables, 1)[0]} drum`),
        either(['Refill', 'Starter'], `pack ${part(cloths, 1)[0]} dye`),
      ];
  }
}

const schemes = words(
  'Housing Pension Vaccine Fisheries Tourism Harvest Recycling Broadband Asylum Childcare Rail Freight Customs Energy Drainage Forestry Dental Museum Apprentice Lottery Census Passport Firearms Adoption Probate Veterans Lighthouse Cycling Allotment Airspace Pesticide Dairy Poultry Radon Asbestos Tidal Landslip Wildfire Drought Avalanche',
);
const companies = words(
  'Arden Bellrock Corvane Dunmore Estway Fallow Granton Holmgard Ivelle Jorvik Kestrel Lomax Mardale Northgate Orwell Pelham Quillon Ravensby Sterling Tamar Ullock Vantry Westmark Yarrow',
);
const matters = words('Invoice Parcel Payment Voucher Shipment Customer Contract Calendar');
const lines = words(
  'Amberley Bluewater Castlefield Deepdene Elmhurst Foxglove Greenway Highmoor Ironbridge Junction Kingsmead Larkhill Millbrook Newlands Oakridge Parkside Queensway Riverside Southfork Thornhill Underwood Valley Waterloo Yewtree Zigzag Abbey Beacon Canal Dockland Eastgate Ferry Garden',
);
const clubs = words(
  'Harriers Wanderers Rovers Corinthians Rangers Mariners Falcons Pilgrims Colliers Gunners Minstrels Saxons Trojans Vikings Wasps Zebras',
);
const cloths = words('linen denim canvas twill flannel moleskin corduroy hopsack');
const cables = words('speaker aerial network guitar');

function either(words: readonly string[], rest: string): Relative[] {
  return eitherOf(words, rest, 'whom it concerns, and since when');
}
