import { join } from 'node:path';
import { classNameOf, type Engine, readPages, runEngine, writeFiles } from '../../engines/engine.ts';
import { inheritedMembers } from '../../engines/members.ts';

const overridden = inheritedMembers.slice(6, 12);

/** The standard doclet of the JDK: a class a page; members that it overrides without a word say what the base says. */
export const javadoc: Engine = {
  name: 'javadoc',
  kind: 'reference',
  needs: 'javadoc/javadoc',
  isHeldOut: true,
  named: classNameOf,
  async build(folder, build) {
    const { site, version, documents, notice, areLoose } = build;
    const methods = inheritedMembers.map(
      ([name, takes, says]) =>
        `  /** ${says}\n   * @param ${takes} what to go by\n   * @return what was asked for */\n  public Object ${name}(Object ${takes}) { return ${takes}; }\n`,
    );
    const files: Record<string, string> = {
      'source/harbour/package-info.java': `/** Things for ships. */\npackage harbour;\n`,
      'source/harbour/Base.java': `package harbour;\n/** What all have in common. */\npublic class Base {\n${methods.join('').replaceAll(/ (clone|equals|hashCode|toString)\(/g, ' base_$1(')}}\n`,
    };
    const overriding = overridden
      .map(([name, takes]) => `  @Override public Object ${name}(Object ${takes}) { return ${takes}; }\n`)
      .join('');
    for (const document of documents) {
      const { slug, title, paragraphs } = document;
      const text = paragraphs.map((each) => `<p>${each}</p>`).join('\n');
      const name = classNameOf(document);
      if (areLoose)
        files[`source/harbour/doc-files/${slug}.html`] =
          `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>\n${text}</body></html>\n`;
      else
        files[`source/harbour/${name}.java`] =
          `package harbour;\n/** ${notice === '' ? '' : `<strong>${notice}</strong>\n`}${text}\n@since ${version}\n*/\npublic class ${name} extends Base {\n  /** Makes one. */\n  public ${name}() {}\n${overriding}}\n`;
    }
    await writeFiles(folder, files);
    await runEngine(
      this.needs,
      [
        ...['-quiet', '-notimestamp', '-Xdoclint:none', '-encoding', 'UTF-8', '-d', 'out'],
        ...['-windowtitle', `${site} ${version}`, '-doctitle', site, '-header', `${site} ${version}`],
        ...['-sourcepath', 'source', 'harbour'],
      ],
      folder,
    );
    return readPages(build, (document) =>
      join(
        folder,
        'out/harbour',
        areLoose ? `doc-files/${document.slug}.html` : `${classNameOf(document)}.html`,
      ),
    );
  },
};
