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
import { inLines } from '../lines.ts';

/** pydoc of Python itself: tables for layout, spaces that do not break, whatever a class inherits. */
export const pydoc: Engine = {
  name: 'pydoc',
  kind: 'reference',
  needs: 'pydoc3/pydoc3',
  isHeldOut: true,
  named: moduleOf,
  async build(folder, build) {
    const { version, documents, notice, areLoose } = build;
    const quoted = (texts: readonly string[], indent: string): string =>
      `${indent}"""${texts
        .map((text) => inLines(text.replaceAll('"', "'"), 76, indent))
        .join('\n\n')
        .trimStart()}\n${indent}"""\n`;
    const members = inheritedMembers.map(
      ([name, takes, says]) => `    def ${name}(self, ${takes}):\n        """${says}"""\n`,
    );
    const files: Record<string, string> = {
      'quay.py': `class Base:\n    """What all have in common."""\n${members.join('')}`,
    };
    const nameOf = (document: SiteDocument): string => (areLoose ? document.title : moduleOf(document));
    for (const document of documents) {
      const head = notice === '' ? [] : [notice];
      files[`${nameOf(document)}.py`] = areLoose
        ? quoted(document.paragraphs, '')
        : `from quay import Base\n__version__ = '${version}'\n\nclass ${classNameOf(document)}(Base):\n${quoted([...head, ...document.paragraphs], '    ')}    def open(self, options):\n        """Makes it ready."""\n`;
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['-w', ...documents.map(nameOf)], folder);
    const pages = await readPages(build, (document) => join(folder, `${nameOf(document)}.html`));
    return new Map([...pages].map(([slug, page]) => [slug, page.replaceAll(folder, '/usr/lib/quay')]));
  },
};

function moduleOf({ slug }: Pick<SiteDocument, 'slug'>): string {
  return slug.replaceAll('-', '_');
}
