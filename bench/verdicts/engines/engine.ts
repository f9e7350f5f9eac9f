import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Where `install.sh` put the generators: `NEARDUP_ENGINES`, else a folder of the system's temporary one. */
export const engineRoot: string = resolve(process.env.NEARDUP_ENGINES ?? join(tmpdir(), 'neardup-engines'));

/** A text that is to become a page. */
export interface SiteDocument {
  /** Lower case, digits and hyphens; begins with a letter, no two of a site have the same. */
  readonly slug: string;
  readonly title: string;
  /** Plain text without markup characters. */
  readonly paragraphs: readonly string[];
}

/** What a generator is to make pages of. */
export interface SiteBuild {
  readonly site: string;
  readonly version: string;
  readonly documents: readonly SiteDocument[];
  /** What every page of the site carries in its text: an author, the terms of a shop, inherited members. */
  readonly shared: readonly string[];
  /** Stands above every text of this version; empty where nothing does. */
  readonly notice: string;
  /** Documents that are no members of a reference and no products: pages beside those. */
  readonly areLoose: boolean;
}

/** A public generator with its own theme. */
export interface Engine {
  readonly name: string;
  readonly kind: 'documentation' | 'reference' | 'news' | 'shop' | 'wiki';
  /** A file below `engineRoot` that is there once it is installed. */
  readonly needs: string;
  /** Whether it was set aside before anything was measured: nothing may be tuned to it. */
  readonly isHeldOut: boolean;
  /** What it calls a document in headings and menus; the title unless told. */
  named?(document: SiteDocument): string;
  /** The HTML of each document, by slug. `folder` is empty and its own. */
  build(folder: string, build: SiteBuild): Promise<Map<string, string>>;
}

/** Writes files, by their paths below `folder`. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The pages that a build left, by slug. */
export async function readPages(
  { documents }: SiteBuild,
  pathOf: (document: SiteDocument) => string,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const document of documents) pages.set(document.slug, await readFile(pathOf(document), 'utf8'));
  return pages;
}

/** Runs a program of an engine at low priority; what it prints is told when it fails. */
export async function runEngine(program: string, args: readonly string[], cwd: string): Promise<string> {
  const isScript = program.endsWith('.js') || program.endsWith('.mjs');
  const path = join(engineRoot, program);
  const command = isScript ? [process.execPath, path] : [path];
  const { stdout } = await promisify(execFile)('nice', ['-n', '10', ...command, ...args], {
    cwd,
    maxBuffer: 1 << 30,
    env: { ...process.env, NODE_ENV: 'production', NO_UPDATE_NOTIFIER: '1' },
  });
  return stdout;
}

/** Source of a document in Markdown. */
export function markdownOf(document: SiteDocument, build: SiteBuild): string {
  const half = Math.ceil(document.paragraphs.length / 2);
  const [first, second] = [document.paragraphs.slice(0, half), document.paragraphs.slice(half)];
  return [...first, ...(second.length > 0 && !build.areLoose ? ['## Details', ...second] : second)].join(
    '\n\n',
  );
}

/** A title as the name of a class, `BahiaCocoaReview`. */
export function classNameOf({ title }: SiteDocument): string {
  const words = title.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1).toLowerCase()).join('');
  return /^[A-Z]/.test(name) ? name : `The${name}`;
}
