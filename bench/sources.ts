import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** The TypeScript files of a checkout, by their paths from its root. */
export interface Sources {
  readonly root: string;
  /** File → its text. */
  readonly files: ReadonlyMap<string, string>;
}

/** A relative import, both ends as paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Reads the TypeScript files below some folders, those of the AssemblyScript kernels and what is made of them left out. */
export function readSources(root: string, folders: readonly string[]): Sources {
  const names = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${slashed(file)}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.wasm.ts') && !file.includes('/assembly/'));
  return { root, files: new Map(names.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')])) };
}

/** Every relative import and re-export, types and `import()` included. */
export function importsOf({ files }: Sources): Import[] {
  return [...files].flatMap(([from, text]) =>
    [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => ({
      from,
      to: pathFrom(from, specifier),
    })),
  );
}

/** A name that a file imports or passes on from another one; `*` stands for all of them. */
export interface ImportedName extends Import {
  readonly name: string;
}

/** Every name imported and re-exported from a relative path; whoever loads a whole module may use all of it. */
export function importedNames({ files }: Sources): ImportedName[] {
  const statements =
    /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?)\s+from\s+'(\.[^']+)'/g;
  const loads = /\bimport\('(\.[^']+)'\)/g;
  return [...files].flatMap(([from, text]) => [
    ...[...text.matchAll(statements)].flatMap(([, list = '*', specifier]) =>
      list
        .split(',')
        .map(
          (item) =>
            item
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0],
        )
        .filter((name) => name !== '')
        .map((name) => ({ from, to: pathFrom(from, specifier), name })),
    ),
    ...[...text.matchAll(loads)].map(([, specifier]) => ({ from, to: pathFrom(from, specifier), name: '*' })),
  ]);
}

/** The room that a file is in: `join`, `plugins/dump`; of a file beside the rooms its name. Entry points are in none. */
export function roomOf(file: string): string {
  const [top, second, third] = file.split('/');
  if (top === 'src' && third === 'index.ts') return 'index';
  const room = second.replace(/\.ts$/, '');
  return top === 'src' ? room : `${top}/${room}`;
}

/** Names that a file exports, its own and those it passes on, sorted. */
export function exportedNames({ files }: Sources, file: string): string[] {
  const text = files.get(file);
  if (text === undefined) throw new RangeError(`expected a file of the sources; got ${file}`);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','));
  const names = listed.map((name) => name.trim().split(' ').at(-1)!).filter((name) => name !== '');
  return [...new Set([...declaredNames(text), ...names])].sort();
}

/** Names that a module exports by their declarations. */
export function declaredNames(text: string): string[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, name]) => name);
}

/** The files behind the entry points of package.json: `''`, `join`, … → `src/index.ts`, `src/join/index.ts`, … */
export function entryPoints(root: string): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [[name.replace(/^\.\/?/, ''), sourceOf(target.types)] as const],
  );
  return new Map(entries);
}

/** Files that import one another in a circle, as groups of two and more (Tarjan 1972). */
export function circlesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    let low = number;
    stack.push(file);
    for (const to of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, order.get(to)!);
    }
    if (low === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }

  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles.sort();
}

function pathFrom(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

function sourceOf(built: string): string {
  return built.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts');
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
