/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  /** Whether a URL of that host may be fetched. O((patterns with wildcards + lengths of the others) × its length). */
  allows(url: URL): boolean;
  /** `Crawl-delay` in seconds: [0, ∞). Not part of RFC 9309, but many sites state it. */
  readonly crawlDelaySeconds: number;
}

/** A path pattern and whether it allows or disallows; `parts` are the texts between its asterisks. */
interface Rule {
  readonly allow: boolean;
  readonly parts: readonly string[];
  /** The pattern ends with `$`. */
  readonly anchored: boolean;
  /** Number of characters of the pattern, in one spelling. Of all patterns that match, the longest counts. */
  readonly length: number;
}

/** What allows or disallows a path, and the length of its pattern. */
type Match = Pick<Rule, 'allow' | 'length'>;

/** The rules and the delay for a group of user agents. */
interface Group {
  readonly agents: Set<string>;
  readonly rules: Rule[];
  crawlDelaySeconds: number;
}

/**
 * Most rules with wildcards of one crawler that are read. This limits the time at each link, whatever the robots.txt. Of others all are:
 * some sites list thousands of pages.
 */
const MOST_WILDCARDS = 5000;

/**
 * Reads a robots.txt (RFC 9309). The groups that name `agent` count, ignoring case; if there are none, those for `*`.
 * The longest matching pattern decides; of two equally long ones, `Allow`. A URL that no pattern matches is allowed.
 * O(|text|).
 */
export function readRobotsRules(text: string, agent: string): RobotsRules {
  const groups = groupsIn(text);
  const named = groups.filter(({ agents }) => agents.has(agent.toLowerCase()));
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.has('*'));
  const rules = own.flatMap((group) => group.rules);
  const begins = beginnings(rules.filter((rule) => !hasWildcard(rule)));
  // the first match decides
  const wildcards = rules.filter(hasWildcard).slice(0, MOST_WILDCARDS).sort(compare);
  return {
    allows: (url) => {
      const path = normalised(url.pathname + url.search);
      if (path === '/robots.txt') return true;
      const found = [begins(path), wildcards.find((rule) => matches(rule, path))];
      return found.filter((match) => match !== undefined).sort(compare)[0]?.allow ?? true;
    },
    crawlDelaySeconds: Math.max(0, ...own.map((group) => group.crawlDelaySeconds)),
  };
}

/** Puts the longest first, and Allow before Disallow. */
function compare(a: Match, b: Match): number {
  return b.length - a.length || Number(b.allow) - Number(a.allow);
}

function hasWildcard({ parts, anchored }: Rule): boolean {
  return anchored || parts.length > 1;
}

/** Finds the longest of these patterns, none of which has a wildcard, with which a path begins. */
function beginnings(rules: readonly Rule[]): (path: string) => Match | undefined {
  const allowed = new Map<string, boolean>();
  for (const { parts, allow } of rules) allowed.set(parts[0], allow || allowed.get(parts[0]) === true);
  const lengths = [...new Set(rules.map(({ length }) => length))].sort((a, b) => b - a);
  return (path) => {
    for (const length of lengths) {
      const allow = length > path.length ? undefined : allowed.get(path.slice(0, length));
      if (allow !== undefined) return { allow, length };
    }
    return undefined;
  };
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  // successive user-agent lines share a group; the first one after a rule begins a new group
  let isOpen = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const field = line.split('#', 1)[0];
    const colon = field.indexOf(':');
    if (colon < 0) continue;
    const name = field.slice(0, colon).trim().toLowerCase();
    const value = field.slice(colon + 1).trim();
    if (name === 'user-agent') {
      if (!isOpen || group === undefined) {
        group = { agents: new Set(), rules: [], crawlDelaySeconds: 0 };
        groups.push(group);
        isOpen = true;
      }
      group.agents.add(agentOf(value));
    } else if (group !== undefined && (name === 'allow' || name === 'disallow')) {
      isOpen = false;
      // an empty pattern matches nothing
      if (value !== '') group.rules.push(ruleOf(value, name === 'allow'));
    } else if (group !== undefined && name === 'crawl-delay') {
      isOpen = false;
      const seconds = Number(value);
      if (value !== '' && seconds >= 0) group.crawlDelaySeconds = seconds;
    }
  }
  return groups;
}

/** The agent that a user-agent line names. `Name/1.0` means Name. */
function agentOf(value: string): string {
  return value === '*' ? value : (/^[\w-]*/.exec(value)?.[0] ?? '').toLowerCase();
}

function ruleOf(pattern: string, allow: boolean): Rule {
  const anchored = pattern.endsWith('$');
  const path = normalised(anchored ? pattern.slice(0, -1) : pattern);
  return { allow, parts: path.split(/\*+/), anchored, length: path.length + Number(anchored) };
}

/**
 * Whether a pattern matches the beginning of a path. Each part is searched for once, from the end of the previous
 * one.
 */
function matches({ parts, anchored }: Rule, path: string): boolean {
  if (!path.startsWith(parts[0])) return false;
  let at = parts[0].length;
  if (parts.length === 1) return !anchored || at === path.length;
  const last = parts.length - 1;
  for (let i = 1; i < last; i++) {
    const found = path.indexOf(parts[i], at);
    if (found < 0) return false;
    at = found + parts[i].length;
  }
  const end = parts[last];
  return anchored ? path.length - end.length >= at && path.endsWith(end) : path.indexOf(end, at) >= 0;
}

/** A path in one spelling, whether or not its UTF-8 is percent-encoded. */
function normalised(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    })
    .replace(/[^\u0021-\u007e]+/g, (text) =>
      Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
    );
}
