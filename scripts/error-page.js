// Makes docs/errors.md: every code that an error, a damaged spot or a refusal can have, its meaning (from the
// docstrings of the sources) and the way out (from here).
//
//   node scripts/error-page.js
//
// A test compares the page with the sources: a new code needs a way out here, and the page must be made again.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What to do, by code. */
const waysOut = {
  NEARDUP_INPUT_NONE: 'Name at least one file, folder or glob.',
  NEARDUP_INPUT_MISSING: 'Check the path; a shell expands globs itself unless they are quoted.',
  NEARDUP_INPUT_UNREADABLE: 'Check the permissions of the file, and the disk.',
  NEARDUP_INPUT_UNSUPPORTED: 'Do what the reason says: unpack or convert it, or pack it with gzip or zstd.',
  NEARDUP_INPUT_UNKNOWN: 'Convert it to JSONL with a field `html` or `text`, or give HTML files in a folder.',
  NEARDUP_INPUT_INVALID: 'Correct the place that the reason names.',
  NEARDUP_INPUT_TOO_LARGE: 'Give less `--memory`, so that the join uses the disk, or shorten the record.',
  NEARDUP_INDEX_LOCKED: 'Close the other handle, or wait for the process that has it.',
  NEARDUP_INDEX_MISSING: 'Check the path; `SketchIndex.open` makes an index if there is none.',
  NEARDUP_INDEX_EXISTS: 'Name a new folder, or open what is there.',
  NEARDUP_INDEX_SETTING: 'Make the index in the exact setting (`--setting exact`).',
  NEARDUP_INDEX_VERSION:
    '`neardup index rebuild DIR --dump INPUT…`, or read it with the version that wrote it.',
  NEARDUP_INDEX_PARAMETERS: 'Use the parameters that the message names, or make another index.',
  NEARDUP_INDEX_DAMAGED:
    '`neardup index verify DIR` names all of it; `neardup index rebuild` makes it anew from an export or from dumps. After a power cut: `verify --accept-loss`.',
  NEARDUP_INDEX_REFUSED:
    'Even to read an index, LevelDB writes a lock and a log into its folder: correct the permissions, make room, or copy the folder to a place that can be written to, and open the copy. Where a file or other files are in that place: name another.',
  NEARDUP_INDEX_READ_ONLY: 'Make room on the disk, or correct its permissions; then open the index again.',
  NEARDUP_EXPORT_DAMAGED:
    'Export again (`neardup index export DIR FILE`); the line says where it is damaged.',
  NEARDUP_INDEX_CLOSED: 'Await all calls before `close`.',
  NEARDUP_CLAIM_SUPERSEDED: 'Nothing: the later claim has the verdict.',
  NEARDUP_OWNER_GONE:
    'Open the index in one process alone, and see what its error says; requests that failed are fetched again.',
  NEARDUP_PROCESS_NAME: 'Give each process a name of its own.',
  NEARDUP_PROCESS_VERSION: 'Run the same version of neardup in all processes of a folder.',
  NEARDUP_ARGUMENT: 'Correct the call as the message says.',
  NEARDUP_DISK_FULL: 'Make room there, or work in another folder: `--work-dir DIR`, `workDirectory`.',
  NEARDUP_URL_RULES_STATE: 'Open without the state: the rules are learned anew.',
  BODY_TOO_LARGE: 'Leave the page out; no page is judged by more than its first 16 MiB.',
  NO_PAGE: 'Nothing: such URLs are counted (`otherTypes`) and are no failures.',
  ROBOTS_TXT: 'For a site of your own: `--ignore-robots`.',
  PRIVATE_ADDRESS: 'Name the URL among those that the crawl starts from.',
};

/** What to do about damage, by code: of dumps, and of the index. */
const afterDamage = {
  empty: 'Fetch the file again, or leave it out.',
  unreadable: 'Check the permissions of the file, and the disk.',
  outside: 'Name what the link leads to as an input of its own.',
  unsupported: 'Do what the reason says.',
  bomb: 'Raise `maxInflatedBytes` if the record is meant to be as large.',
  'too-long': 'Raise the limit (`limits`) if the record is meant to be as long.',
  'unknown-coding': 'Record the crawl without that coding, or decode the pages first.',
  'no-text': 'Name the field: `--field NAME`.',
  'no-column': 'Name the column: `--field NAME`.',
  'not-utf8': 'Write the dump in UTF-8.',
};

/** The page. Throws if a code has no way out, or a way out no code. */
export function errorPage() {
  const index = listed('src/store/errors.ts', 'What went wrong with an index:');
  const input = listed('plugins/dump/input-error.ts', 'Why an input cannot be read:');
  const shared = listed('plugins/crawl/shared/share-error.ts', '`NEARDUP_OWNER_GONE`');
  const others = [
    [
      'NEARDUP_ARGUMENT',
      'A `TypeError` or `RangeError` about an argument: the message says which, what was expected, and what was got.',
    ],
    [
      'NEARDUP_DISK_FULL',
      'The disk of the work directory has too little room left for what waits there; `wantedBytes` and `freeBytes` say how much.',
    ],
    ['NEARDUP_URL_RULES_STATE', 'A state of URL rules cannot be read.'],
    [
      'BODY_TOO_LARGE',
      'A page is larger than 32 MiB, decompressed, or has more than a million tags: `neardup crawl` does not read the rest, and the request fails.',
    ],
    ['NO_PAGE', 'A server answered with something else than a page, such as an image, to `neardup crawl`.'],
    ...refusals(),
  ];
  const known = [...input, ...index, ...shared, ...others].map(([code]) => code);
  const wrong = [
    ...known.filter((code) => !(code in waysOut)),
    ...Object.keys(waysOut).filter((code) => !known.includes(code)),
  ];
  const spots = documentedMembers('plugins/dump/damage.ts', 'DamageFacts');
  wrong.push(...Object.keys(afterDamage).filter((code) => !spots.some(([spot]) => spot === code)));
  if (wrong.length > 0)
    throw new Error(`error-page.js: no such code, or no way out of it: ${wrong.join(', ')}`);
  return `# When things go wrong

\`scripts/error-page.js\` makes this page from the sources.

A wrong call ends with exit code 2 and a line that says what was expected. Errors of the library have a \`code\` that keeps its
meaning from version to version; their words may change. \`neardup COMMAND --json\` has every damaged spot with its code.

## Inputs that cannot be read

An \`InputError\` of \`neardup/dump\` has one of these codes, the \`file\` and a \`reason\`.

${table(input, (code) => waysOut[code])}

## The index

An \`IndexError\` has one of these codes; some have more: \`damage\`, \`differing\`, \`line\`.

${table(index, (code) => waysOut[code])}

## Several processes in one folder

${table(shared, (code) => waysOut[code])}

## Others

${table(others, (code) => waysOut[code])}

## Damaged spots of a dump

Damage does not end a run: the spot is named with \`file\`, \`offset\` and \`code\`, counted, and the exit code is 3. Reading continues after it if
the format shows where the next record begins. What is lost can only be had by fetching or copying the file again, unless the table says
something else.

${table(spots, (code) => afterDamage[code] ?? '')}

## Damage of an index

\`neardup index verify\` names each spot by its kind

${table(listed('src/store/damage.ts', 'Kinds of damage:'), undefined)}

and by what shows the damage

${table(listed('src/store/damage.ts', 'How damage shows:'), undefined)}
`;
}

function table(rows, wayOut) {
  const head = wayOut === undefined ? '| | |\n|---|---|' : '| code | meaning | what to do |\n|---|---|---|';
  const lines = rows.map(([code, what]) => {
    const cells = [`\`${code}\``, sentence(what), ...(wayOut === undefined ? [] : [wayOut(code)])];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [head, ...lines].join('\n');
}

function sentence(text) {
  const plain = text.replace(/\{@link ([^}]*)\}/g, '`$1`');
  return `${plain[0].toUpperCase()}${plain.slice(1)}`;
}

/** Codes and their meanings, from the list in the docstring with `heading`: lines such as ` * - \`CODE\`: words`. */
function listed(file, heading) {
  const docstrings = readFileSync(join(root, file), 'utf8').match(/\/\*\*[\s\S]*?\*\//g);
  const docstring = docstrings.find((each) => each.includes(heading));
  return [...docstring.matchAll(/- `([^`]+)`: ([\s\S]*?)(?=\n \* - |\n \*\/)/g)].map(([, code, words]) => [
    code,
    words.replace(/\s*\n \* ?/g, ' ').trim(),
  ]);
}

/** The members of an interface and their docstrings. */
function documentedMembers(file, name) {
  const text = readFileSync(join(root, file), 'utf8');
  const begin = text.indexOf(`interface ${name} {`);
  const body = text.slice(begin, text.indexOf('\n}', begin));
  return [...body.matchAll(/\n {2}\/\*\*([\s\S]*?)\*\/\n {2}'?([\w-]+)'?:/g)].map(([, words, member]) => [
    member,
    words.replace(/\s*\n\s*\* ?/g, ' ').trim(),
  ]);
}

/** Why `neardup crawl` does not fetch a URL. */
function refusals() {
  const text = readFileSync(join(root, 'plugins/cli/crawl/refused.ts'), 'utf8');
  const [, names] = /refusals = \[(.*)\]/.exec(text);
  const words = {
    PRIVATE_ADDRESS: '`neardup crawl` would have connected to a private address.',
    ROBOTS_TXT: '`robots.txt` disallows the URL to `neardup crawl`.',
  };
  return [...names.matchAll(/'(\w+)'/g)].map(([, code]) => [code, words[code] ?? '']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/errors.md'), errorPage());
}
