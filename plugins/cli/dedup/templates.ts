import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFormats, type Site, Template } from '../../../src/flow/index.ts';
import { isThere } from '../is-there.ts';
import { type Check, objectOf, oneOf, optional, text } from '../members.ts';
import { readJsonLines } from '../read-lines.ts';

/** The file in the folder of a run. */
export const templatesFile = 'templates.jsonl';
/** Most grams of a line. A larger template has several lines, one after the other. */
const LINE_GRAMS = 1 << 16;

/** A line of `templates.jsonl`. */
interface TemplateLine {
  readonly format: string;
  readonly host: string;
  /** Number of pages of the host. */
  readonly pages: number;
  /** Hashes, ascending, 8 bytes each, little-endian, in base64. */
  readonly grams: string;
  /** For each gram how many in a hundred pages have it, a byte each, in base64. */
  readonly percents: string;
  /** A byte for each gram, 1 if it belongs to a notice, in base64; missing if there is no notice. */
  readonly notices?: string;
}

/**
 * Runs a deduplication and writes its templates to `templates.jsonl` as they are made; without a folder they are
 * ignored. The file appears when the run is over, or not at all.
 */
export async function writingTemplates<Result>(
  directory: string | undefined,
  deduplicate: (onTemplate?: (site: Site) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (directory === undefined) return deduplicate();
  const file = await TemplatesFile.create(directory);
  try {
    const result = await deduplicate((site) => file.add(site));
    await file.finish();
    return result;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** The lines of a host's template, without line ends. */
export function* templateLines(
  host: string,
  pages: number,
  { grams, percents, notices }: Template,
): Generator<string> {
  for (let from = 0; from < grams.length; from += LINE_GRAMS) {
    const some = grams.subarray(from, from + LINE_GRAMS);
    const ofNotices = notices.subarray(from, from + LINE_GRAMS);
    const line: TemplateLine = {
      format: fileFormats.template,
      ...{ host, pages },
      grams: Buffer.from(some.buffer, some.byteOffset, some.byteLength).toString('base64'),
      percents: Buffer.from(percents.subarray(from, from + LINE_GRAMS)).toString('base64'),
      ...(ofNotices.includes(1) && { notices: Buffer.from(ofNotices).toString('base64') }),
    };
    yield JSON.stringify(line);
  }
}

class TemplatesFile {
  readonly #path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(directory: string): Promise<TemplatesFile> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, templatesFile);
    // what a killed run left would keep its permissions
    await rm(`${path}.unfinished`, { force: true });
    return new TemplatesFile(path, await open(`${path}.unfinished`, 'wx'));
  }

  async add({ host, pages, template }: Site): Promise<void> {
    for (const line of templateLines(host, pages.length, template))
      await this.#handle.appendFile(`${line}\n`);
  }

  async finish(): Promise<void> {
    await this.#handle.close();
    await rename(`${this.#path}.unfinished`, this.#path);
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(`${this.#path}.unfinished`, { force: true });
  }
}

const members = objectOf({
  format: optional(oneOf(fileFormats.template)),
  ...{ host: text, grams: text, percents: text, notices: optional(text) },
});

/** Of a line that has for each gram what belongs to it. */
const templateCheck: Check = (line) => members(line) ?? unequalParts(line as TemplateLine);

function unequalParts({ grams, percents, notices = percents }: TemplateLine): string | undefined {
  const [bytes, count, marked] = [grams, percents, notices].map((part) => Buffer.byteLength(part, 'base64'));
  return bytes === 8 * count && marked === count
    ? undefined
    : 'grams, percents and notices are of unequal numbers';
}

/** The templates of some hosts, from a folder that `dedup --out` wrote; none if the folder has no such file. */
export async function readTemplates(
  directory: string,
  hosts: ReadonlySet<string>,
): Promise<Map<string, Template>> {
  const path = join(directory, templatesFile);
  type Parts = { readonly grams: Buffer[]; readonly percents: Buffer[]; readonly notices: Buffer[] };
  const parts = new Map<string, Parts>();
  if (!isThere(path)) return new Map();
  for await (const { host, grams, percents, notices } of readJsonLines<TemplateLine>(path, templateCheck)) {
    if (!hosts.has(host)) continue;
    const part = parts.get(host) ?? { grams: [], percents: [], notices: [] };
    const shares = Buffer.from(percents, 'base64');
    part.grams.push(Buffer.from(grams, 'base64'));
    part.percents.push(shares);
    part.notices.push(notices === undefined ? Buffer.alloc(shares.length) : Buffer.from(notices, 'base64'));
    parts.set(host, part);
  }
  const templates = new Map<string, Template>();
  for (const [host, part] of parts) {
    const [grams, percents, notices] = [part.grams, part.percents, part.notices].map((pieces) =>
      Uint8Array.from(Buffer.concat(pieces)),
    );
    templates.set(host, new Template(new BigUint64Array(grams.buffer), percents, notices));
  }
  return templates;
}
