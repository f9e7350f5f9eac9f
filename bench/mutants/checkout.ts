import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The script of a report: the bundle of the module that the compiler writes there. */
const BROWSER_SCRIPT = 'dist/plugins/report/browser/main.js';

/** The changed files of a checkout: text by path. */
export type Variant = ReadonlyMap<string, string>;

/**
 * A built copy of the repository's work tree, in a folder of its own. Its variants are compiled in advance and put in
 * place one at a time.
 */
export class Checkout {
  readonly folder: string;
  /** Original text of the files that are changed now, by path. */
  readonly #originals = new Map<string, string>();
  /** The module that {@link BROWSER_SCRIPT} is bundled from, as last compiled. */
  #browserModule: string | undefined;

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
    await run(process.execPath, ['scripts/build.js'], options(folder));
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
   * Compiles variants. Returns what to put in place for each; `undefined` for those that do not compile.
   *
   * The changed files are put next to the others under names of their own and are compiled in one run of the
   * compiler. A private class of one is not the same as that of the other, so errors that an unchanged copy has, too,
   * do not count.
   */
  async compile(variants: readonly Variant[]): Promise<(Built | undefined)[]> {
    const named: Named[] = [];
    for (const variant of variants) {
      const modules = await this.#modulesOf(variant);
      if (modules) named.push({ variant, modules, suffix: `variant${named.length}` });
    }
    const unchanged = new Map<string, string>();
    for (const path of named.flatMap(({ modules }) => [...modules.keys()])) {
      unchanged.set(path, await this.read(path));
    }
    const all = [...named, { modules: unchanged, suffix: 'unchanged' }];
    const added = all.flatMap(({ modules, suffix }) =>
      [...modules].map(([path, text]) => ({ path: renamed(path, suffix), text })),
    );
    for (const { path, text } of added) await writeFile(join(this.folder, path), text);
    const errors = await this.#errors();
    const built = new Map<Variant, Built>();
    for (const each of named) built.set(each.variant, await this.#built(each, errors));
    for (const { path } of added) {
      await rm(join(this.folder, path), { force: true });
      for (const end of ['.js', '.d.ts', '.js.map']) {
        await rm(join(this.folder, builtPath(path).replace(/\.js$/, end)), { force: true });
      }
    }
    return variants.map((variant) => built.get(variant));
  }

  /** Changes the files. Returns the paths whose text is now different. */
  async put({ files }: Built): Promise<string[]> {
    for (const [path, content] of files) {
      const target = join(this.folder, path);
      if (!this.#originals.has(path)) this.#originals.set(path, await readFile(target, 'utf8'));
      await replace(target, content);
    }
    await this.#bundle([...files.keys()]);
    return [...files.keys()];
  }

  /** Restores all files. Returns the paths whose text is now different. */
  async restore(): Promise<string[]> {
    const paths = [...this.#originals.keys()];
    for (const [path, content] of this.#originals) await replace(join(this.folder, path), content);
    this.#originals.clear();
    await this.#bundle(paths);
    return paths;
  }

  /**
   * Bundles the programs that tests run as processes (`dist/cli`, `dist/mr.mjs`) and the script of a report, if code of
   * theirs alone has changed. The tests of other code run it from the sources. Takes a second.
   */
  async #bundle(changed: readonly string[]): Promise<void> {
    if (changed.some((path) => path.startsWith('dist/plugins/report/browser/'))) {
      const { folder } = this;
      if (!changed.includes(BROWSER_SCRIPT) && this.#browserModule !== undefined)
        await replace(join(folder, BROWSER_SCRIPT), this.#browserModule);
      await this.#bundleBrowser();
    }
    if (!changed.some((path) => /^dist\/plugins\/(cli|mr)\//.test(path))) return;
    await run(process.execPath, ['scripts/build.js', '--programs'], options(this.folder));
  }

  async #bundleBrowser(): Promise<void> {
    await run(process.execPath, ['scripts/build.js', '--browser'], options(this.folder));
  }

  /**
   * The compiler's messages, by file. Files that it cannot parse are removed first, since otherwise it checks no
   * types.
   */
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
      const project = ['-p', 'tsconfig.build.json', '--pretty', 'false'];
      await run(process.execPath, [compiler, ...project], options(this.folder));
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    } finally {
      // the compiler writes the module of a report's script over its bundle, without which no page of a report gets ready
      this.#browserModule = await readFile(join(this.folder, BROWSER_SCRIPT), 'utf8');
      await this.#bundleBrowser();
    }
  }

  /**
   * The TypeScript of a variant. For AssemblyScript these are the modules with the kernels compiled from it;
   * `undefined` if it does not compile.
   */
  async #modulesOf(variant: Variant): Promise<Variant | undefined> {
    const [path] = variant.keys();
    if (!path?.includes('/assembly/')) return variant;
    // kernels are next to the folder of their AssemblyScript; only those compiled from the changed file change
    const beside = dirname(dirname(path));
    const names = await readdir(join(this.folder, beside));
    const before = new Map<string, string>();
    for (const name of names.filter((name) => name.endsWith('.wasm.ts'))) {
      before.set(`${beside}/${name}`, await this.read(`${beside}/${name}`));
    }
    await this.put({ files: variant, isSound: true });
    try {
      await run(process.execPath, ['scripts/build.js', '--kernels'], options(this.folder));
      const modules = new Map<string, string>();
      for (const [module, text] of before) {
        const made = await this.read(module);
        if (made !== text) modules.set(module, made);
      }
      return modules;
    } catch {
      return undefined;
    } finally {
      for (const [module, text] of before) await replace(join(this.folder, module), text);
      await this.restore();
    }
  }

  async #built({ variant, modules, suffix }: Named, errors: ReadonlyMap<string, string[]>): Promise<Built> {
    const files = new Map([...variant, ...modules]);
    for (const path of modules.keys()) {
      files.set(builtPath(path), await this.read(builtPath(renamed(path, suffix))));
    }
    const isSound = [...modules.keys()].every((path) =>
      isSubset(errors.get(renamed(path, suffix)), errors.get(renamed(path, 'unchanged'))),
    );
    return { files, isSound };
  }
}

/** A variant under a name of its own. */
interface Named {
  readonly variant: Variant;
  /** The TypeScript of the variant. */
  readonly modules: Variant;
  readonly suffix: string;
}

/** A compiled variant. */
export interface Built {
  /** Sources and their compiled output: text by path. */
  readonly files: Variant;
  /** Whether the compiler accepts its types. */
  readonly isSound: boolean;
}

function options(cwd: string) {
  return { cwd, maxBuffer: 2 ** 28 };
}

/** Matches the names that `compile` gives to changed files. */
const isVariant = /\.variant\d+\.ts$/;

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

/** Replaces a file in one step, so that a process left over from an earlier run never reads half a file. */
async function replace(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  // deleted in the work tree, but still in git's index
  if (error.code !== 'ENOENT') throw error;
}
