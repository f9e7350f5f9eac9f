// Builds the site of docs/ into docs/dist: pages as they stand here, the results of benchmarks that they name, a page of
// the file formats made from the schemas, the changelog, and the reference of every entry point made from docstrings.
//
//   npm run docs    from the root: installs what this needs, and builds
//
// VitePress refuses links to pages that are not there; links to headings are looked at here, in what was built.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = dirname(fileURLToPath(import.meta.url));
const root = join(docs, '..');
const site = join(docs, 'site');

rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, 'results'), { recursive: true });
for (const name of readdirSync(docs).filter((each) => each.endsWith('.md'))) copyPage(join(docs, name), name);
for (const name of readdirSync(join(root, 'bench/results')))
  copyPage(join(root, 'bench/results', name), `results/${name}`);
copyPage(join(root, 'CHANGELOG.md'), 'changelog.md');
cpSync(join(docs, 'pictures'), join(site, 'pictures'), { recursive: true });
writeFileSync(join(site, 'schemas.md'), schemaPage());
run('typedoc', ...entryPoints(), '--tsconfig', 'tsconfig.json', '--options', 'typedoc.json');
run('vitepress', 'build', '.');
checkLinks();

function run(program, ...args) {
  execFileSync(join(docs, 'node_modules/.bin', program), args, { cwd: docs, stdio: 'inherit' });
}

/** What `exports` of package.json names, as sources. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [types.replace('./dist/', '../').replace('.d.ts', '.ts')],
  );
}

/** Copies a page; what it links to and the site does not have is named without a link. */
function copyPage(file, name) {
  const text = withExamples(readFileSync(file, 'utf8'));
  const linked = text.replace(
    /(?<!!)\[([^\]]*)\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (link, words, path, anchor) => {
      if (path === '') return link;
      const target = relative(root, join(dirname(file), path)).replaceAll('\\', '/');
      const page = pageOf(target);
      return page === undefined ? `${words} (\`${target}\`)` : `[${words}](/${page}${anchor ?? ''})`;
    },
  );
  // a generic or a tag in running text is no markup
  writeFileSync(join(site, name), linked);
}

/** A link to an example that stands alone becomes the example, without the comment that says how it is started. */
function withExamples(text) {
  return text.replace(/^\[`(examples\/[\w/.-]+)`\]\(\.\.\/\1\)$/gm, (_, path) => {
    const code = readFileSync(join(root, path), 'utf8').replace(/^\/\*\*.*?\*\/\n/s, '');
    return `\`\`\`ts\n${code}\`\`\``;
  });
}

/** Where a file of the repository stands in the site. */
function pageOf(target) {
  if (target === 'CHANGELOG.md') return 'changelog';
  const schema = /^schemas\/(.*)\.schema\.json$/.exec(target);
  if (schema) return `schemas#${schema[1]}`;
  const page = /^(?:docs|bench\/(results))\/([\w-]+)\.md$/.exec(target);
  if (page === null) return undefined;
  return page[1] === undefined ? page[2] : `results/${page[2]}`;
}

/** A section for each schema, with a row for each member. */
function schemaPage() {
  const files = readdirSync(join(root, 'schemas')).sort();
  const sections = files.map((file) => {
    const schema = JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8'));
    const parts = schema.properties === undefined ? Object.entries(schema.$defs ?? {}) : [['', schema]];
    const tables = parts.map(
      ([name, part]) =>
        (name === '' ? '' : `### ${name}\n\n${part.description ?? ''}\n\n`) + memberTable(part),
    );
    return `## ${schema.title} {#${file.replace('.schema.json', '')}}\n\n${schema.description}\n\n${tables.join('\n\n')}`;
  });
  return `# Schemas\n\nWhat is in each file, from the JSON Schemas in the package (\`neardup/schemas/NAME.schema.json\`).\n\n${sections.join('\n\n')}\n`;
}

function memberTable({ properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([name, { type, description = '' }]) => {
    const kind = [type ?? ''].flat().join(' or ');
    return `| \`${name}\` | ${kind} | ${required.includes(name) ? '' : 'may be missing. '}${description.replaceAll('|', '\\|')} |`;
  });
  return ['| member | type | |', '|---|---|---|', ...rows].join('\n');
}

/** Throws where a built page links to a page or a heading that is not there. */
function checkLinks() {
  const dist = join(docs, 'dist');
  const pages = new Map(
    readdirSync(dist, { recursive: true })
      .filter((name) => name.endsWith('.html'))
      .map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(dist, name), 'utf8')]),
  );
  const ids = new Map(
    [...pages].map(([name, html]) => [
      name,
      new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const wrong = new Set();
  for (const [name, html] of pages) {
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${name}`);
      const target = [pathname, `${pathname}.html`, `${pathname}index.html`].find((each) => pages.has(each));
      const anchor = decodeURIComponent(hash.slice(1));
      if (target === undefined || (anchor !== '' && !ids.get(target).has(anchor)))
        wrong.add(`${name}: ${href}`);
    }
  }
  if (wrong.size > 0) throw new Error(`links that lead nowhere:\n${[...wrong].join('\n')}`);
  console.log(`${pages.size} pages, all links lead somewhere`);
}
