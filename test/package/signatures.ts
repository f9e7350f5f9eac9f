import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A type that a signature names. */
export interface NamedType {
  /** Where it is declared: file and name. */
  readonly declared: string;
  /** An exported name whose signature names it. */
  readonly by: string;
}

/**
 * Types that the signatures of exported names name, and that no entry point exports.
 *
 * Fit for the declarations that our compiler writes, not for any: it looks for names, without a type checker.
 *
 * @param entries paths of the entry points' declarations, `.d.ts`
 */
export function unexportedTypes(entries: readonly string[]): NamedType[] {
  const exported = new Set(entries.flatMap(declarationsOf));
  const missing = new Map<string, NamedType>();
  for (const declared of exported) {
    const [file, name] = declared.split('#');
    const { imports, declarations } = moduleOf(file);
    for (const named of namesIn(declarations.get(name) ?? '')) {
      if (!imports.has(named) && !declarations.has(named)) continue;
      const type = declarationOf(file, named);
      if (type !== '' && !exported.has(type)) missing.set(type, { declared: type, by: name });
    }
  }
  return [...missing.values()];
}

/** Types that members and parameters of an entry point's names have, and that none of the entry points `from` exports. */
export function unexportedMembers(entry: string, from: readonly string[]): NamedType[] {
  const exported = new Set(from.flatMap(declarationsOf));
  return unexportedTypes([entry]).filter(({ declared, by }) => {
    const [, name] = declared.split('#');
    return !exported.has(declared) && isMember(name, entry, by);
  });
}

/** Whether a declaration names a type otherwise than as what it extends, or is made of. */
function isMember(name: string, entry: string, by: string): boolean {
  const [file, declaredAs] = declarationOf(entry, by).split('#');
  const body = (moduleOf(file).declarations.get(declaredAs) ?? '')
    .replace(/^export (?:declare )?type \w+ = [^{(]*;$/gm, '')
    .replace(/\bextends [^{]*/g, '')
    .replace(/\b(?:typeof|keyof) \w+/g, '');
  return namesIn(body).includes(name);
}

/** Where the names that an entry point exports are declared. */
function declarationsOf(entry: string): string[] {
  return [...moduleOf(entry).exports.keys()].map((name) => declarationOf(entry, name));
}

/** What a module says of names. */
interface Module {
  /** Local name → where it is from: a module of ours and its name there. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Exported name → the same; of its own declarations itself. */
  readonly exports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Name → text of what it declares, exported or not. */
  readonly declarations: ReadonlyMap<string, string>;
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  let module = modules.get(file);
  if (module === undefined) {
    module = readModule(file);
    modules.set(file, module);
  }
  return module;
}

function readModule(file: string): Module {
  const imports = new Map<string, { file: string; name: string }>();
  const exports = new Map<string, { file: string; name: string }>();
  const declarations = new Map<string, string>();
  for (const statement of statementsOf(readFileSync(file, 'utf8'))) {
    const [, kind, list, from] =
      /^(import|export) (?:type )?\{([^}]*)\}(?: from ['"]([^'"]+)['"])?/.exec(statement) ?? [];
    if (kind !== undefined) {
      for (const item of list.split(',')) {
        const [name, local = name] = item
          .trim()
          .replace(/^type /, '')
          .split(' as ');
        const other = from === undefined ? file : pathOf(file, from);
        if (name !== '' && other !== undefined)
          (kind === 'import' ? imports : exports).set(local, { file: other, name });
      }
      continue;
    }
    const declared =
      /^(export )?(?:declare )?(?:abstract )?(?:const|let|function|class|interface|type|enum) (\w+)/.exec(
        statement,
      );
    if (declared === null) continue;
    const [, isExported, name] = declared;
    declarations.set(name, `${declarations.get(name) ?? ''}\n${statement}`);
    if (isExported) exports.set(name, { file, name });
  }
  return { imports, exports, declarations };
}

/** The file and name of a declaration, from a name in a module; '' where a package declares it. */
function declarationOf(file: string, name: string): string {
  const { imports, exports, declarations } = moduleOf(file);
  if (declarations.has(name)) return `${file}#${name}`;
  const from = exports.get(name) ?? imports.get(name);
  return from === undefined ? '' : declarationOf(from.file, from.name);
}

/** The declarations of a module of ours. */
function pathOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return resolve(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
}

/** The statements of a file without comments: each ends with a semicolon or a brace that closes the outermost block. */
function* statementsOf(text: string): Generator<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  let depth = 0;
  let from = 0;
  for (let i = 0; i < code.length; i++) {
    if ('{[('.includes(code[i])) depth++;
    if ('}])'.includes(code[i])) depth--;
    const isBlock =
      code[i] === '}' &&
      /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum)/.test(code.slice(from, i));
    if (depth > 0 || (code[i] !== ';' && !isBlock)) continue;
    yield code.slice(from, i + 1).trim();
    from = i + 1;
  }
}

/** Identifiers in a declaration but for those that name its members and parameters. */
function namesIn(declaration: string): string[] {
  const body = declaration.replace(/(['"])(?:(?!\1).)*\1/g, "''");
  return [...body.matchAll(/(?<![.\w#])([A-Za-z_]\w*)(?!\w|\??:|\??\()/g)].map(([, name]) => name);
}
