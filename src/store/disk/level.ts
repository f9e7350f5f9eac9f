import type { Level } from 'level';

/** On Node `level` is classic-level; its types leave out what only that one has. */
type LevelClass = typeof Level & { destroy(location: string): Promise<void> };

/**
 * LevelDB, loaded when the first folder is opened: whoever opens none needs no native addon.
 *
 * @throws Error when the addon is not there, as in a program that was bundled into one file
 */
export async function loadLevel(): Promise<LevelClass> {
  try {
    const { Level } = await import('level');
    return Level as LevelClass;
  } catch (cause) {
    throw new Error(
      `LevelDB cannot be loaded: ${(cause as Error).message}. Its native addon must lie in node_modules: ` +
        'install the package level, and have a bundler leave it out (esbuild: --external:level)',
      { cause },
    );
  }
}
