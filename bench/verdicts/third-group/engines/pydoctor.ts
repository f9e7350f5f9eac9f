import { join } from 'node:path';
import {
  classNameOf,
  type Engine,
  readPages,
  runEngine,
  type SiteDocument,
  writeFiles,
} from '../../engines/engine.ts';
import { inheritedMembers } from '../../engines/members.ts';

/** pydoctor: a class a page, with tables of what it inherits, and from whom. */
export const pydoctor: Engine = {
  name: 'pydoctor',
  kind: 'reference',
  needs: 'pydoctor/bin/pydoctor',
  isHeldOut: true,
  named: classNameOf,
  async build(folder, build) {
    const { site, version, documents, notice, areLoose } = build;
    const quoted = (lines: readonly string[]): string => `"""${lines.join('\n\n').replaceAll('"', "'")}\n"""`;
    const members = inheritedMembers.map(
      ([name, takes, says]) => `    def ${name}(self, ${takes}):\n        """${says}"""\n`,
    );
    const files: Record<string, string> = {
      'harbour/base.py': `class Base:\n    """What all have in common."""\n${members.join('')}`,
    };
    const classes = documents.map(
      (document) =>
        `class ${classNameOf(document)}(Base):\n    ${quoted([...(notice === '' ? [] : [notice]), ...document.paragraphs]).replaceAll('\n', '\n    ')}\n    def open(self, options):\n        """Makes it ready."""\n\n`,
    );
    files['harbour/__init__.py'] =
      `"""Things for ships."""\nfrom harbour.base import Base\n\n${areLoose ? '' : classes.join('')}`;
    if (areLoose) {
      for (const { title, paragraphs } of documents) files[`harbour/${title}.py`] = `${quoted(paragraphs)}\n`;
    }
    await writeFiles(folder, files);
    await runEngine(
      this.needs,
      [
        ...['--quiet', '--quiet', '--docformat', 'plaintext', '--buildtime', '2026-01-02 03:04:05'],
        ...['--project-name', site, '--project-version', version, '--html-output', 'out', 'harbour'],
      ],
      folder,
    );
    const pathOf = (document: SiteDocument): string =>
      `harbour.${areLoose ? document.title : classNameOf(document)}.html`;
    return readPages(build, (document) => join(folder, 'out', pathOf(document)));
  },
};
