import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Changed files of a checkout: their text by path. */
export type Variant = ReadonlyMap<string, string>;

/**
 * A copy of the repository, as its work tree is, in a folder of its own, built; its variants are compiled ahead and
 * put in place one at a time.
 */
export class Checkout {
  readonly folder: string;
  /** Of the files that are changed now, what they hold otherwise. */
  readonly #originals = new Map<string, Buffer>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies the repository and builds it: about half a minute. */
  static async make(repository: string, folder: string): Promise<Checkout> {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: repository,
      encoding: 'utf8',
    });
    for (const path of listed.split('\0').filter((path) => path !== '')) {
      await cp(join(repository, path), join(folder, path)).catch(unlessMissing);
    }
    await symlink(resolve(repository, 'node_modules'), join(folder, 'node_modules'));
    await run('npm', ['run', '--silent', 'build'], { cwd: folder });
    return new Checkout(folder);
  }

  /** Another checkout like this one. */
  async copy(folder: string): Promise<Checkout> {
    await cp(this.folder, folder, { recursive: true, verbatimSymlinks: true });
    return new Checkout(folder);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8');
  }

  /**
   * Compiles variants, and returns what to put in place for each; `undefined` for those that do not compile.
   *
   * The changed files lie beside the others under names of their own and are compiled in one run of the compiler: a
   * private class of one is not that of the other, so errors that an unchanged copy has too do not count.
   */
  async compile(variants: readonly Variant[]): Promise<(Built | undefined)[]> {
    const named = variants.map((variant, i) => ({ variant, suffix: `variant${i}` }));
    const kernels = named.filter(({ variant }) => [...variant.keys()].some(isKernel));
    const modules = named.filter((each) => !kernels.includes(each));
    const unchanged = new Map<string, string>();
    for (const path of modules.flatMap(({ variant }) => [...variant.keys()])) {
      unchanged.set(path, await this.read(path));
    }
    const all = [...modules, { variant: unchanged, suffix: 'unchanged' }];
    const added = all.flatMap(({ variant, suffix }) =>
      [...variant].map(([path, text]) => ({ path: renamed(path, suffix), text })),
    );
    for (const { path, text } of added) await writeFile(join(this.folder, path), text);
    const errors = await this.#errors();
    const built = new Map<Variant, Built>();
    for (const { variant, suffix } of modules) {
      const files: [string, string][] = [];
      for (const [path, text] of variant) {
        files.push([path, text], [builtPath(path), await this.read(builtPath(renamed(path, suffix)))]);
      }
      const isSound = [...variant.keys()].every((path) =>
        isSubset(errors.get(renamed(path, suffix)), errors.get(renamed(path, 'unchanged'))),
      );
      built.set(variant, { files: new Map(files), isSound });
    }
    for (const { path } of added) {
      await rm(join(this.folder, path), { force: true });
      for (const end of ['.js', '.d.ts', '.js.map']) {
        await rm(join(this.folder, builtPath(path).replace(/\.js$/, end)), { force: true });
      }
    }
    for (const { variant } of kernels) {
      const kernel = await this.#kernel(variant);
      if (kernel) built.set(variant, kernel);
    }
    return variants.map((variant) => built.get(variant));
  }

  /** Changes the files; returns the paths that are not what they were before. */
  async put({ files }: Built): Promise<string[]> {
    for (const [path, content] of files) {
      const target = join(this.folder, path);
      if (!this.#originals.has(path)) this.#originals.set(path, await readFile(target));
      await replace(target, content);
    }
    return [...files.keys()];
  }

  /** Makes all files what they were; returns the paths of those that were not. */
  async restore(): Promise<string[]> {
    const paths = [...this.#originals.keys()];
    for (const [path, content] of this.#originals) await replace(join(this.folder, path), content);
    this.#originals.clear();
    return paths;
  }

  /** What the compiler says, by file. As long as it cannot read a file, it judges the types of none. */
  async #errors(): Promise<Map<string, string[]>> {
    const errors = errorsOf(await this.#typescript());
    const misread = [...errors].filter(
      ([path, messages]) =>
        isVariant.test(path) && messages.some((message) => /^error TS1\d{3}:/.test(message)),
    );
    if (misread.length === 0) return errors;
    for (const [path] of misread) await rm(join(this.folder, path));
    return new Map([...errorsOf(await this.#typescript()), ...misread]);
  }

  async #typescript(): Promise<string> {
    const compiler = join(this.folder, 'node_modules/typescript/bin/tsc');
    try {
      await run(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], options(this.folder));
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  /** Compiles the kernel that a changed AssemblyScript source belongs to; `undefined` when it does not compile. */
  async #kernel(variant: Variant): Promise<Built | undefined> {
    const { scripts } = JSON.parse(await this.read('package.json')) as { scripts: Record<string, string> };
    const [path] = variant.keys();
    const script = Object.values(scripts).find((text) => text.startsWith(`asc ${dirname(path)}/`));
    if (script === undefined) throw new Error(`${path}: expected an npm script that compiles it; got none`);
    const words = script.split(' ').slice(1);
    const output = words[words.indexOf('-o') + 1];
    const wasm = join(this.folder, output);
    const before = await readFile(wasm);
    await this.put({ files: variant, isSound: true });
    try {
      const compiler = join(this.folder, 'node_modules/assemblyscript/bin/asc.js');
      await run(process.execPath, [compiler, ...words], options(this.folder));
      return {
        files: new Map<string, string | Buffer>([...variant, [output, await readFile(wasm)]]),
        isSound: true,
      };
    } catch {
      return undefined;
    } finally {
      await replace(wasm, before);
      await this.restore();
    }
  }
}

/** A compiled variant. */
export interface Built {
  /** Sources and what is compiled of them: content by path. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** Whether the compiler accepts its types. */
  readonly isSound: boolean;
}

function options(cwd: string) {
  return { cwd, maxBuffer: 2 ** 28 };
}

/** Of the names that `compile` gives to changed files. */
const isVariant = /\.variant\d+\.ts$/;

function isKernel(path: string): boolean {
  return path.includes('/assembly/');
}

function renamed(path: string, suffix: string): string {
  return path.replace(/\.ts$/, `.${suffix}.ts`);
}

function builtPath(path: string): string {
  return `dist/${path.replace(/\.ts$/, '.js')}`;
}

/** The compiler's messages by file; positions are left out, since a change moves them. */
function errorsOf(output: string): Map<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const [, path, message] of output.matchAll(/^(\S+\.ts)\(\d+,\d+\): (.*)$/gm)) {
    errors.set(path, [...(errors.get(path) ?? []), message.replaceAll(/\.(variant\d+|unchanged)\b/g, '')]);
  }
  return errors;
}

function isSubset(some: readonly string[] = [], all: readonly string[] = []): boolean {
  const left = [...all];
  return some.every((message) => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** In one step, so that a process left over from an earlier run never reads half a file. */
async function replace(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  // deleted in the work tree, and not yet in git's index
  if (error.code !== 'ENOENT') throw error;
}
