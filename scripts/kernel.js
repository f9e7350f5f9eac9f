// Compiles AssemblyScript kernels into TypeScript modules that contain their WebAssembly in base64. So no code has to find a
// file next to it, not even in a bundle:
//
//   node scripts/kernel.js SOURCE MODULE [options of asc] [-- SOURCE MODULE [options of asc] …]
//
// A module that was made of the same sources with the same options is left as it is.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Warning 112 is about vectors that functions exchange with JavaScript. Functions here exchange them only with each
// other.
const common =
  '-O3 --noAssert --runtime stub --enable simd --initialMemory 1 --use abort= --disableWarning 112'.split(
    ' ',
  );

const END = "';\n";

for (const [source, module, ...own] of calls(process.argv.slice(2))) {
  const options = [...common, ...own];
  const made = `// Made of ${source} by \`npm run build\`, not kept in git. Sources: ${hashOfSources(source, options)}`;
  const earlier = contentsOf(module);
  // the disk may have been full when it was written
  const isWhole = earlier.startsWith(made) && earlier.endsWith(END);
  if (!isWhole) writeFileSync(module, moduleOf(made, await compiled(source, options)));
}

/** The arguments of each kernel. */
function calls(args) {
  const end = args.indexOf('--');
  return end < 0 ? [args] : [args.slice(0, end), ...calls(args.slice(end + 1))];
}

async function compiled(source, options) {
  // loading the compiler, and its first steps, take a second or two: all kernels are compiled by one
  const { main } = await import('assemblyscript/asc');
  const outFile = 'kernel.wasm';
  let binary;
  const { error, stderr } = await main([source, ...options, '--outFile', outFile], {
    writeFile(name, contents) {
      if (name === outFile) binary = contents;
    },
  });
  process.stderr.write(stderr.toString());
  if (error || binary === undefined) {
    process.stderr.write(`${source} cannot be compiled\n`);
    process.exit(1);
  }
  return binary;
}

function moduleOf(made, binary) {
  return `${made}

/** The kernel in base64: ${binary.length} bytes. */
export const wasm =
  '${Buffer.from(binary).toString('base64')}${END}`;
}

/** Hash of the compiler, its options and all files of the source. */
function hashOfSources(source, options) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  hash.update(readFileSync(new URL(import.meta.resolve('assemblyscript/package.json'))));
  for (const file of [...withImports(source)].sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** A file and the files that it imports. */
function withImports(file, met = new Set()) {
  if (met.has(file)) return met;
  met.add(file);
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
    withImports(join(dirname(file), `${from}.ts`), met);
  }
  return met;
}

function contentsOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
