import { join } from 'node:path';
import { type Engine, markdownOf, readPages, runEngine, writeFiles } from './engine.ts';

/** MkDocs with the Material theme: all pages at the side, an announcement above, previous and next below. */
export const mkdocsMaterial: Engine = {
  name: 'mkdocs-material',
  kind: 'documentation',
  needs: 'python/bin/mkdocs',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const files: Record<string, string> = {
      'mkdocs.yml': `site_name: ${site}
site_url: https://docs.example/${version}/
repo_url: https://code.example/${site.toLowerCase().replaceAll(' ', '-')}
copyright: Copyright 2019 to 2026 the ${site} contributors
theme:
  name: material
  font: false
  custom_dir: overrides
  features: [navigation.footer, navigation.top, content.action.edit]
extra:
  version:
    provider: mike
`,
      'overrides/main.html': `{% extends "base.html" %}
${notice === '' ? '' : `{% block announce %}${notice}{% endblock %}`}`,
      'docs/index.md': `# ${site}\n\nDocumentation of version ${version}.\n`,
    };
    for (const document of documents) {
      files[`docs/${document.slug}.md`] = `# ${document.title}\n\n${markdownOf(document, build)}\n`;
    }
    await writeFiles(folder, files);
    await runEngine('python/bin/mkdocs', ['build', '--quiet', '--site-dir', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', slug, 'index.html'));
  },
};
