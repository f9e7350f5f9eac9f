import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Checkout } from '../../bench/mutants/checkout.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-checkout-'));
const repository = join(folder, 'repository');

const box = `import { open } from './open.ts';
export class Box {
  #lid = 1;
  lid(): number { return this.#lid; }
  open(): number { return open(this); }
}
`;
const kernel = 'export function next(x: i32): i32 { return x + 1; }\n';
const files = {
  'package.json': JSON.stringify({ type: 'module' }),
  'scripts/build.js': `import { execFileSync } from 'node:child_process';
    import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
    const bundle = () => {
      const [main, word] = ['main', 'word'].map((name) => 'dist/plugins/report/browser/' + name + '.js');
      const text = readFileSync(main, 'utf8');
      // a bundle has no imports from which it could be made anew
      if (!text.startsWith('// bundle')) writeFileSync(main, '// bundle of ' + readFileSync(word, 'utf8'));
    };
    if (process.argv[2] === '--browser') {
      bundle();
      process.exit();
    }
    if (process.argv[2] === '--programs') {
      copyFileSync('dist/plugins/cli/main.js', 'dist/program.js');
      process.exit();
    }
    const run = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
    run('${resolve('scripts/kernel.js')}', 'src/assembly/kernel.ts', 'src/kernel.wasm.ts');
    if (process.argv[2] !== '--kernels') {
      run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
      bundle();
    }`,
  'tsconfig.build.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2023',
      module: 'NodeNext',
      strict: true,
      rootDir: '.',
      outDir: 'dist',
      rewriteRelativeImportExtensions: true,
      types: [],
    },
    include: ['src', 'plugins'],
    exclude: ['**/assembly/**'],
  }),
  'src/box.ts': box,
  'plugins/cli/main.ts': 'export const main = 1;\n',
  'plugins/report/browser/main.ts': "export { word } from './word.ts';\n",
  'plugins/report/browser/word.ts': 'export const word = 1;\n',
  'src/open.ts':
    "import type { Box } from './box.ts';\nexport function open(box: Box): number { return box.lid(); }\n",
  'src/assembly/kernel.ts': kernel,
  '.gitignore': 'node_modules\ndist\n*.wasm.ts\n',
};
let checkout: Checkout;

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  symlinkSync(resolve('node_modules'), join(repository, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
  checkout = await Checkout.make(repository, join(folder, 'checkout'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const inCheckout = (path: string) => readFileSync(join(checkout.folder, path));
const variantOf = (path: string, text: string) => new Map([[path, text]]);

test('variants are compiled together; the compiler judges each by what it has and the unchanged file has not', async () => {
  const built = await checkout.compile([
    // the compiler takes the copy's private member for another class than the one that open() wants
    variantOf('src/box.ts', box.replace('= 1', '= 2')),
    variantOf('src/box.ts', box.replace('= 1', "= 'one'")),
    variantOf('src/box.ts', box.replace('return open', 'return open(')),
  ]);
  expect(built.map((one) => one?.isSound)).toEqual([true, false, false]);
  expect(String(built[0]!.files.get('dist/src/box.js'))).toContain('#lid = 2');
});

test('a variant is put in place whole, sources and what is compiled of them, and taken back', async () => {
  const before = ['src/box.ts', 'dist/src/box.js'].map((path) => String(inCheckout(path)));
  const [built] = await checkout.compile([variantOf('src/box.ts', box.replace('= 1', '= 2'))]);
  expect(await checkout.put(built!)).toEqual(['src/box.ts', 'dist/src/box.js']);
  expect(String(inCheckout('src/box.ts'))).toContain('#lid = 2');
  expect(String(inCheckout('dist/src/box.js'))).toContain('#lid = 2');
  expect(await checkout.restore()).toEqual(['src/box.ts', 'dist/src/box.js']);
  expect(['src/box.ts', 'dist/src/box.js'].map((path) => String(inCheckout(path)))).toEqual(before);
});

test('a kernel is compiled anew for each variant of its AssemblyScript', async () => {
  const next = async (): Promise<number> => {
    const [, base64] = /'(.+)'/.exec(String(inCheckout('dist/src/kernel.wasm.js')))!;
    const { instance } = await WebAssembly.instantiate(Buffer.from(base64, 'base64'));
    return (instance.exports.next as (x: number) => number)(5);
  };
  const path = 'src/assembly/kernel.ts';
  const [built] = await checkout.compile([variantOf(path, kernel.replace('x + 1', 'x - 1'))]);
  expect(await next()).toBe(6);
  await checkout.put(built!);
  expect(await next()).toBe(4);
  await checkout.restore();
  expect(await next()).toBe(6);
});

test('a program that tests run is bundled anew of what is in place, if the change is in its own code', async () => {
  const [built] = await checkout.compile([variantOf('plugins/cli/main.ts', 'export const main = 2;\n')]);
  await checkout.put(built!);
  expect(String(inCheckout('dist/program.js'))).toContain('main = 2');
  await checkout.restore();
  expect(String(inCheckout('dist/program.js'))).toContain('main = 1');
});

test('the script of a report is a bundle again when variants are compiled, and bundled anew of what is in place', async () => {
  const script = (): string => inCheckout('dist/plugins/report/browser/main.js').toString();
  const [built] = await checkout.compile([
    new Map([['plugins/report/browser/word.ts', 'export const word = 2;\n']]),
  ]);
  expect(script()).toMatch(/^\/\/ bundle of export const word = 1;/);
  await checkout.put(built!);
  expect(script()).toMatch(/^\/\/ bundle of export const word = 2;/);
  await checkout.restore();
  expect(script()).toMatch(/^\/\/ bundle of export const word = 1;/);
});
