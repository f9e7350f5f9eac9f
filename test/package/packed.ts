import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = resolve(import.meta.dirname, '../..');

/** The package as npm would publish it, installed in a folder of its own. */
export interface Packed {
  /** Paths of its files. */
  readonly files: readonly string[];
  readonly tarball: Buffer;
  /** Where it is installed: `node_modules/neardup` beside its dependencies and nothing else. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Packs what the last build made, and installs it without the network: dependencies are links to those of this checkout. */
export async function pack(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-package-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    env: { ...process.env, npm_config_update_notifier: 'false' },
  });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const installed = join(folder, 'node_modules', 'neardup');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link, 'junction');
  }
  return {
    files: files.map(({ path }) => path),
    tarball: await readFile(join(folder, filename)),
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
