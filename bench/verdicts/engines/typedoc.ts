import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  classNameOf,
  type Engine,
  engineRoot,
  readPages,
  runEngine,
  type SiteDocument,
  writeFiles,
} from './engine.ts';
import { inheritedMembers } from './members.ts';

/** TypeDoc with its default theme: a class a page, with all that it inherits. */
export const typedoc: Engine = {
  name: 'typedoc',
  kind: 'reference',
  needs: 'typedoc/node_modules/typedoc/bin/typedoc',
  isHeldOut: true,
  named: classNameOf,
  async build(folder, build) {
    const { site, version, documents, notice, areLoose } = build;
    const comment = (paragraphs: readonly string[]): string =>
      `/**\n${paragraphs.map((each) => ` * ${each}\n *\n`).join('')} */\n`;
    const classes = documents.map(
      (document) =>
        `${comment([...(notice === '' ? [] : [`@remarks ${notice}`]), ...document.paragraphs])}export class ${classNameOf(document)} extends Base {
  ${comment(['Makes one.', '@param options - How it is to behave.'])}  constructor(options: object) { super(options); }
}\n`,
    );
    const members = inheritedMembers.map(
      ([name, takes, says]) =>
        `  ${comment([says, `@param ${takes} - See the guide.`])}  ${name}(${takes}: unknown): unknown { return ${takes}; }\n`,
    );
    const base = `${comment(['What all classes have in common.'])}export class Base {\n  constructor(options: object) {}\n${members.join('')}}\n`;
    const files: Record<string, string> = {
      'package.json': JSON.stringify({ name: site, version, type: 'module' }),
      'tsconfig.json': '{"compilerOptions":{"target":"es2022","module":"esnext"},"include":["index.ts"]}',
      'index.ts': areLoose ? base : base + classes.join('\n'),
      'README.md': `# ${site}\n`,
    };
    if (areLoose) {
      for (const { slug, title, paragraphs } of documents) {
        files[`pages/${slug}.md`] = `---\ntitle: ${title}\n---\n\n# ${title}\n\n${paragraphs.join('\n\n')}\n`;
      }
    }
    await writeFiles(folder, files);
    await symlink(join(engineRoot, 'typedoc/node_modules'), join(folder, 'node_modules'));
    await runEngine(
      'typedoc/node_modules/.bin/typedoc',
      [
        ...['--entryPoints', 'index.ts', '--out', 'out', '--skipErrorChecking', '--logLevel', 'Error'],
        ...['--includeVersion', '--disableGit'],
        ...['--sourceLinkTemplate', 'https://code.example/{path}#L{line}'],
        ...(areLoose ? ['--projectDocuments', 'pages/*.md'] : []),
      ],
      folder,
    );
    const pathOf = (document: SiteDocument): string =>
      areLoose ? `documents/${document.title}.html` : `classes/${classNameOf(document)}.html`;
    return readPages(build, (document) => join(folder, 'out', pathOf(document)));
  },
};
