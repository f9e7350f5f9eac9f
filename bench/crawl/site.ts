import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Every n-th page of a file, or generated contents with copies, each with a number of words. */
export type SitePlan =
  | { readonly file: string; readonly every: number }
  | {
      readonly contents: number;
      readonly copies: number;
      readonly words: number;
      /** Size of the pages of `bench -- hostile` among the others; without it there are none. */
      readonly hostileBytes?: number;
    };

/** A site that another process serves. */
export interface Site {
  readonly origin: string;
  readonly paths: readonly string[];
}

/** Serves a site from another process while `use` runs. */
export async function withSite<T>(plan: SitePlan, use: (site: Site) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const file = join(folder, 'site.json');
    await writeFile(file, JSON.stringify(plan));
    const program = fileURLToPath(new URL('./site-process.js', import.meta.url));
    const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return await use(JSON.parse(line) as Site);
    } finally {
      child.kill();
    }
  });
}

/** Runs `use` with a temporary folder, which is removed afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-crawl-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
