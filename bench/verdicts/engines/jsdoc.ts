import { join } from 'node:path';
import { classNameOf, type Engine, readPages, runEngine, type SiteDocument, writeFiles } from './engine.ts';
import { inheritedMembers } from './members.ts';

/** JSDoc with its default template: a class a page, with all that it inherits; all classes at the side. */
export const jsdoc: Engine = {
  name: 'jsdoc',
  kind: 'reference',
  needs: 'jsdoc/node_modules/jsdoc/jsdoc.js',
  isHeldOut: false,
  named: classNameOf,
  async build(folder, build) {
    const { site, version, documents, notice, areLoose } = build;
    const comment = (lines: readonly string[]): string =>
      `/**\n${lines.map((line) => ` * ${line}\n *\n`).join('')} */\n`;
    const members = inheritedMembers.map(
      ([name, takes, says]) =>
        `  ${comment([says, `@param {*} ${takes} See the guide.`, '@returns {*} What was asked for.'])}  ${name}(${takes}) { return ${takes}; }\n`,
    );
    const classes = documents.map(
      (document) =>
        `${comment([...(notice === '' ? [] : [notice]), ...document.paragraphs, '@extends Base'])}class ${classNameOf(document)} extends Base {
  ${comment(['Makes one.', '@param {object} options How it is to behave.'])}  constructor(options) { super(options); }
}\n`,
    );
    const base = `${comment(['What all classes have in common.'])}class Base {\n${members.join('')}}\n`;
    const files: Record<string, string> = {
      'package.json': JSON.stringify({ name: site, version }),
      'source/index.js': areLoose ? base : base + classes.join('\n'),
      'README.md': `# ${site} ${version}\n`,
    };
    if (areLoose) {
      for (const { slug, title, paragraphs } of documents) {
        files[`pages/${slug}.md`] = `${paragraphs.join('\n\n')}\n`;
        files[`pages/${slug}.json`] = JSON.stringify({ title });
      }
    }
    await writeFiles(folder, files);
    await runEngine(
      'jsdoc/node_modules/jsdoc/jsdoc.js',
      ['-d', 'out', '-R', 'README.md', ...(areLoose ? ['-u', 'pages'] : []), 'source/index.js'],
      folder,
    );
    const pathOf = (document: SiteDocument): string =>
      areLoose ? `tutorial-${document.slug}.html` : `${classNameOf(document)}.html`;
    return readPages(build, (document) => join(folder, 'out', pathOf(document)));
  },
};
