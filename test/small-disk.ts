import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A disk in memory for the tests of a file, where this user may mount one. */
export interface SmallDisk {
  readonly folder: string;
  readonly isMounted: boolean;
  /** Mounts it anew with other options of mount(8), such as `size=20m` or `ro`. */
  remount(options: string): void;
}

/** Mounts a disk of `size`, such as `2m`; it is gone after the tests of the file. */
export async function smallDisk(size: string): Promise<SmallDisk> {
  const base = await mkdtemp(join(tmpdir(), 'neardup-disk-'));
  const folder = join(base, 'disk');
  await mkdir(folder);
  const mounted = (...args: string[]): boolean => {
    try {
      execFileSync('mount', [...args, folder], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const isMounted = mounted('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs');
  afterAll(async () => {
    if (isMounted) execFileSync('umount', [folder]);
    await rm(base, { recursive: true, force: true });
  });
  return { folder, isMounted, remount: (options) => void mounted('-o', `remount,${options}`) };
}
