import { join } from 'node:path';
import { type Engine, markdownOf, readPages, runEngine, writeFiles } from '../../engines/engine.ts';

/** mdBook with its own theme: chapters are listed by a script, menus of themes and keys stand in every page. */
export const mdbook: Engine = {
  name: 'mdbook',
  kind: 'documentation',
  needs: 'mdbook/bin/mdbook',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const files: Record<string, string> = {
      'book.toml': `[book]\ntitle = "${site} ${version}"\nlanguage = "en"\n[output.html]\ngit-repository-url = "https://code.example/harbour"\n`,
      'src/SUMMARY.md': `# Summary\n\n${documents.map(({ slug, title }) => `- [${title}](${slug}.md)`).join('\n')}\n`,
    };
    for (const document of documents) {
      const hint = notice === '' ? '' : `> ⚠️ ${notice}\n\n`;
      files[`src/${document.slug}.md`] = `# ${document.title}\n\n${hint}${markdownOf(document, build)}\n`;
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['build', '-d', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};
