import { readFile } from 'node:fs/promises';

const ENTRY = './browser/main.js';

/**
 * The browser's part of a report as one script.
 *
 * A file opened from disk cannot load modules. So the compiled modules are concatenated, each after the modules that
 * it imports and in a function of its own that returns its exports. This works for the compiler's output of our own
 * modules (imports and exports by name, one per line), not for any module.
 */
export async function browserScript(): Promise<string> {
  // when the sources are run directly (tests), the compiled modules are in dist
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/plugins/report/' : './';
  const wrapped = new Map<string, string>();
  const add = async (url: URL): Promise<void> => {
    if (wrapped.has(url.href)) return;
    const source = await readFile(url, 'utf8');
    for (const [, path] of source.matchAll(IMPORT_LINE)) await add(new URL(path!, url));
    wrapped.set(url.href, inFunction(source, url));
  };
  await add(new URL(folder + ENTRY, import.meta.url));
  return `(() => {\n'use strict';\n${[...wrapped.values()].join('')}})();\n`;
}

const IMPORT_LINE = /^import [^;]*? from '([^']+)';\n/gm;
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

function inFunction(source: string, url: URL): string {
  const names = [...source.matchAll(EXPORTED)].map(([, name]) => name);
  const text = source
    .replace(IMPORT_LINE, (line, path: string) => {
      const imported = /\{([^}]*)\}/.exec(line)![1]!.replaceAll(' as ', ': ');
      return `const {${imported}} = ${nameOf(new URL(path, url))};\n`;
    })
    .replace(/^export (?:\{\};\n)?/gm, '')
    .replace(/^\/\/# sourceMappingURL=.*\n?/gm, '')
    .replace(/^\/\/\/ <reference .*\n/gm, '');
  return `const ${nameOf(url)} = (() => {\n${text}return { ${names.join(', ')} };\n})();\n`;
}

/** A name for a module, derived from its file name. */
function nameOf(url: URL): string {
  return `module_${/([^/]+)\.js$/.exec(url.pathname)![1]!.replace(/\W/g, '_')}`;
}
