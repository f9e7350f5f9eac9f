import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Engine, engineRoot, type SiteBuild } from './engine.ts';

const renderedFolder = join(engineRoot, 'rendered');

/** Whether an engine can be run here; a theme of our own needs nothing. */
export function isInstalled({ needs }: Engine): boolean {
  return needs === '' || existsSync(join(engineRoot, needs));
}

/**
 * The HTML of each document of a site, by slug: as it was rendered earlier from the same input by the same code, else
 * by the engine, which takes seconds to a minute.
 */
export async function render(engine: Engine, build: SiteBuild): Promise<Map<string, string>> {
  if (engine.needs === '') return engine.build('', build);
  const digest = createHash('sha256')
    .update(JSON.stringify(build))
    .update(await sourcesOf(engine))
    .digest('hex')
    .slice(0, 16);
  const path = join(renderedFolder, `${engine.name}-${digest}.jsonl`);
  if (existsSync(path)) {
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    return new Map(lines.map((line) => JSON.parse(line) as [string, string]));
  }
  await mkdir(renderedFolder, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), `neardup-${engine.name}-`));
  try {
    const pages = await engine.build(folder, build);
    // renamed when it is whole: a bench that was ended leaves no half file
    await writeFile(`${path}.part`, [...pages].map((page) => `${JSON.stringify(page)}\n`).join(''));
    await rename(`${path}.part`, path);
    return pages;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All that decides what an engine makes of its input: our sources, and the versions that are installed. */
async function sourcesOf({ name, needs }: Engine): Promise<string> {
  const sources = [
    'engine.ts',
    'members.ts',
    `${name}.ts`,
    `${name}-pages.py`,
    '../second-group/engines.ts',
    ...[`${name}.ts`, `${name}-pages.py`].map((file) => `../third-group/engines/${file}`),
    ...['fourth', 'fifth'].map((group) => `../${group}-group/engines/${name}.ts`),
  ].map((file) => resolve('bench/verdicts/engines', file));
  const paths = [...sources, join(engineRoot, needs.split('/')[0], 'package-lock.json')];
  const texts = paths.filter(existsSync).map((path) => readFile(path, 'utf8'));
  return (await Promise.all(texts)).join('');
}
