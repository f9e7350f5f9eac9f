import { type Answer, SketchIndex } from '../../../src/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import { scopes } from '../../../src/store/index.ts';
import { damageAlone } from '../damage.ts';
import { wrongCall } from '../errors.ts';
import { openInput } from '../input.ts';
import {
  numberBetween,
  oneOf,
  option,
  parseCall,
  reading,
  readReading,
  readThreads,
  wholeNumberBetween,
} from '../options.ts';
import { printable, printableJson } from '../printable.ts';
import { Progress } from '../progress.ts';
import { version } from '../version.ts';
import { indexedPages } from './pages.ts';
import { shownKey } from './shown-key.ts';

/** Most similar pages that are named for each page; `--limit` changes it. */
export const DEFAULT_MATCHES = 10;

/** `neardup index query DIR INPUT…`: see `usage` in command.ts. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const progress = new Progress(call.quiet);
  const input = openInput(call.inputs, call.reading, progress);
  const index = await SketchIndex.openExisting(call.directory);
  try {
    const pages: ({ id: string; url: string } & Pick<Answer, 'matches' | 'candidates'>)[] = [];
    let worth: Omit<Answer, 'matches' | 'candidates'> | undefined;
    for await (const { key, url, grams } of indexedPages(input, index.parameters, call.threads)) {
      const { matches, candidates, ...promise } = await index.query(grams, {
        ...call.query,
        url,
        except: key,
      });
      worth = promise;
      if (call.json) pages.push({ id: key, url, matches, candidates });
      else {
        progress.clear();
        process.stdout.write(linesOf(named(key, url), matches, promise.threshold));
      }
    }
    progress.clear();
    const damaged = input.damaged.length;
    if (call.json) {
      const milliseconds = { total: performance.now() - startedAt };
      const found = { ...worth, pages, damaged, damagedSpots: input.damaged, milliseconds, version };
      process.stdout.write(`${printableJson(found)}\n`);
    } else if (worth !== undefined) {
      process.stdout.write(`\n${promiseOf(worth)}\n`);
    }
    if (call.quiet && !call.json) process.stderr.write(damageAlone(input.damaged));
    return damaged > 0 ? 3 : 0;
  } finally {
    progress.clear();
    await index.close();
  }
}

function linesOf(page: string, matches: Answer['matches'], threshold: number): string {
  const lines = matches.map(({ key, url: found, similarity, estimated, standardError }) => {
    const error = estimated && standardError !== undefined ? ` ± ${formatSimilarity(standardError)}` : '';
    return `    ${formatSimilarity(similarity, threshold)}${error}  ${named(key, found)}\n`;
  });
  return `${page}${lines.length === 0 ? '  like no other page of the index' : ''}\n${lines.join('')}`;
}

/** A page's URL, with its key if that differs: several crawls may have pages with one URL. */
function named(key: string, url: string): string {
  return printable(key === url ? url : `${url} (${shownKey(key)})`);
}

function promiseOf({ threshold, recall, promised }: Omit<Answer, 'matches' | 'candidates'>): string {
  const found = `a page right at the threshold ${threshold} is found with probability ${formatSimilarity(recall, 0, 4)}`;
  return promised
    ? found
    : `${found}, which is less than was asked for: the most that these sketches can promise`;
}

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    threshold: { type: 'string' },
    recall: { type: 'string' },
    scope: { type: 'string' },
    limit: { type: 'string' },
    ...reading,
  });
  const [directory, ...inputs] = positionals;
  if (inputs.length === 0)
    throw wrongCall('index query', 'DIR and at least one INPUT', String(positionals.length));
  const threshold = option(values, 'threshold', numberBetween(0.01, 1), undefined);
  const recall = option(values, 'recall', numberBetween(0.01, 0.9999), undefined);
  return {
    directory,
    inputs,
    query: {
      ...(threshold === undefined ? {} : { threshold }),
      ...(recall === undefined ? {} : { recall }),
      scope: option(values, 'scope', oneOf(scopes), scopes[0]),
      limit: option(values, 'limit', wholeNumberBetween(1, 1e9), DEFAULT_MATCHES),
    },
    reading: readReading(values),
    threads: readThreads(values),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
