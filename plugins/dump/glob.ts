import { entriesOf } from './folder-entries.ts';

/** Whether a path has a character that only patterns need. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * Files that match a pattern, sorted by code units: `*` and `?` within a name, `**` for any folders, `[a-z]`,
 * `[!a]` and `{a,b}`. Names that begin with a dot match only a pattern that does; linked folders are not entered.
 */
export async function expandGlob(pattern: string): Promise<string[]> {
  const found = new Set<string>();
  for (const plain of expandBraces(pattern)) {
    const parts = plain.split('/');
    await walk(parts[0] === '' ? '/' : '', parts[0] === '' ? parts.slice(1) : parts, found);
  }
  return [...found].sort();
}

async function walk(folder: string, parts: readonly string[], found: Set<string>): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  if (part === '') return await walk(folder, rest, found);
  if (part === '.' || part === '..') return await walk(`${folder}${part}/`, rest, found);
  if (part === '**') await walk(folder, rest, found);
  const matches = part === '**' ? (name: string) => !name.startsWith('.') : nameMatcher(part);
  // a folder that cannot be listed has no match in it; a pattern without any match is an error to its user
  for (const entry of await entriesOf(folder || '.')) {
    if (!matches(entry.name)) continue;
    const path = folder + entry.name;
    if (entry.isDirectory() || (entry.isSymbolicLink() && part !== '**')) {
      await walk(`${path}/`, part === '**' ? parts : rest, found);
    }
    if (part !== '**' && rest.length === 0 && !entry.isDirectory()) found.add(path);
  }
}

function nameMatcher(part: string): (name: string) => boolean {
  const source = part.replace(
    /\[(!?)([^\]]+)\]|\*+|\?|[.+^${}()|\\[\]]/g,
    (found, not: string, set: string) => {
      if (set !== undefined) return setSource(set, not !== '');
      if (found.startsWith('*')) return '.*';
      return found === '?' ? '.' : `\\${found}`;
    },
  );
  const regex = new RegExp(`^${source}$`, 'su');
  return (name) => regex.test(name) && (part.startsWith('.') || !name.startsWith('.'));
}

/** What is between the brackets of a set, as a regular expression. A range that ends before it begins has no characters, as in a shell. */
function setSource(set: string, isNegated: boolean): string {
  const escaped = (text: string): string => text.replace(/[\\^-]/g, '\\$&');
  const source = set.replace(/(.)-(.)|./gsu, (one, from?: string, to?: string) => {
    if (from === undefined || to === undefined) return escaped(one);
    return from.codePointAt(0)! > to.codePointAt(0)! ? '' : `${escaped(from)}-${escaped(to)}`;
  });
  return `[${isNegated ? '^' : ''}${source}]`;
}

/** `a{b,c}d` → `abd`, `acd`; innermost braces first. */
function expandBraces(pattern: string): string[] {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (braces === null) return [pattern];
  const before = pattern.slice(0, braces.index);
  const after = pattern.slice(braces.index + braces[0].length);
  return braces[1]!.split(',').flatMap((choice) => expandBraces(before + choice + after));
}
