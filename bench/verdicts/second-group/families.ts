import type { Engine } from '../engines/engine.ts';
import { cross, type Relative } from '../families.ts';

/**
 * Pages about different things that differ in few words, with other subjects than in the first group: families of 24,
 * 6, 2 and 2.
 */
export function secondFamiliesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[] {
  const [one, other] = [variants[variant % variants.length], variants[(variant + 3) % variants.length]];
  switch (kind) {
    case 'documentation':
      return [
        cross(verbs, one.nouns, (verb, noun) => ({
          title: `How to ${verb} a ${noun}`,
          own: `This page tells how to ${verb} a ${noun} from the console. Choose the ${noun}, then choose ${verb}.`,
        })),
        cross(['north', 'south', 'east'], other.nouns.slice(0, 2), (region, noun) => ({
          title: `${noun} quotas in region ${region}`,
          own: `The quota of a ${noun} in the ${region} region may be raised on request.`,
        })),
        pair(['Upgrade', 'Downgrade'], one.thing),
        pair(['Before', 'After'], other.thing),
      ];
    case 'reference':
      return [
        cross(['Foo', 'Tcp', 'Udp', 'Ssl', 'Http', 'Smtp'], one.types, (protocol, type) => ({
          title: `${protocol} ${type}`,
          own: `A ${type.toLowerCase()} for ${protocol.toUpperCase()} connections.`,
        })),
        cross(['Int', 'Float', 'Bool'], other.types.slice(0, 2), (type, noun) => ({
          title: `${type} ${noun} Value`,
          own: `Holds one ${type.toLowerCase()} of a ${noun.toLowerCase()}.`,
        })),
        pair(['Weak', 'Strong'], `${one.thing} Reference`),
        pair(['Sync', 'Async'], `${other.thing} Worker`),
      ];
    case 'news':
    case 'wiki':
      return [
        cross(one.places, ['first', 'second', 'third', 'fourth'], (place, round) => ({
          title: `${place} results of the ${round} round`,
          own: `In the ${round} round ${place} voted as in the years before. Turnout in ${place} was high.`,
        })),
        cross(other.places.slice(0, 3), ['winter', 'summer'], (place, season) => ({
          title: `Weather in ${place} in ${season}`,
          own: `Expect ${season} in ${place} to be as usual.`,
        })),
        pair(['Opening', 'Closing'], `of the ${one.thing} bridge`),
        pair(['Northern', 'Southern'], `${other.thing} railway`),
      ];
    case 'shop':
      return [
        cross(['XS', 'S', 'M', 'L', 'XL', 'XXL'], one.nouns, (size, noun) => ({
          title: `Work jacket ${noun} size ${size}`,
          own: `Our jacket for the ${noun}, in size ${size}.`,
        })),
        cross(['black', 'white', 'grey'], ['kettle', 'toaster'], (colour, noun) => ({
          title: `${noun} in ${colour}`,
          own: `A ${colour} ${noun} with a two year guarantee.`,
        })),
        pair(['1 litre', '2 litre'], 'bottle'),
        pair(['Refill', 'Starter'], 'pack of ink'),
      ];
  }
}

const verbs = ['create', 'delete', 'rename', 'share', 'archive', 'export'];

const variants = [
  {
    nouns: ['project', 'ticket', 'board', 'sprint'],
    types: ['Reader', 'Writer', 'Server', 'Client'],
    places: ['Utrecht', 'Rostock', 'Nantes', 'Bergen', 'Lugano', 'Split'],
    thing: 'harbour',
  },
  {
    nouns: ['invoice', 'contract', 'payment', 'refund'],
    types: ['Parser', 'Printer', 'Filter', 'Router'],
    places: ['Dundee', 'Kassel', 'Rennes', 'Tampere', 'Verona', 'Zadar'],
    thing: 'valley',
  },
  {
    nouns: ['cluster', 'volume', 'network', 'image'],
    types: ['Encoder', 'Decoder', 'Buffer', 'Cursor'],
    places: ['Exeter', 'Erfurt', 'Angers', 'Vaasa', 'Parma', 'Osijek'],
    thing: 'canal',
  },
  {
    nouns: ['device', 'sensor', 'rule', 'alert'],
    types: ['Handler', 'Factory', 'Adapter', 'Visitor'],
    places: ['Derby', 'Jena', 'Tours', 'Kotka', 'Pisa', 'Pula'],
    thing: 'island',
  },
  {
    nouns: ['course', 'lesson', 'grade', 'exam'],
    types: ['Pool', 'Session', 'Proxy', 'Monitor'],
    places: ['Perth', 'Fulda', 'Metz', 'Lahti', 'Siena', 'Knin'],
    thing: 'castle',
  },
  {
    nouns: ['patient', 'visit', 'ward', 'recipe'],
    types: ['Queue', 'Stack', 'Cache', 'Lock'],
    places: ['Truro', 'Passau', 'Lille', 'Oulu', 'Lecce', 'Sisak'],
    thing: 'forest',
  },
] as const;

function pair(words: readonly string[], rest: string): Relative[] {
  return words.map((word) => ({ title: `${word} ${rest}`, own: `${word} ${rest}: what is to be known.` }));
}
