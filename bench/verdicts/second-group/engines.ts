import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { classNameOf, type Engine, markdownOf, readPages, runEngine, writeFiles } from '../engines/engine.ts';
import { inheritedMembers } from '../engines/members.ts';

/** HonKit with its default theme, once GitBook's: summary at the side, a book of chapters. */
const honkit: Engine = {
  name: 'honkit',
  kind: 'documentation',
  needs: 'honkit/node_modules/honkit/bin/honkit.js',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const files: Record<string, string> = {
      'book.json': JSON.stringify({ title: `${site} ${version}`, plugins: ['-search', '-lunr', '-sharing'] }),
      'README.md': `# ${site}\n`,
      'SUMMARY.md': `# Summary\n\n${documents.map(({ slug, title }) => `* [${title}](${slug}.md)`).join('\n')}\n`,
    };
    for (const document of documents) {
      const hint = notice === '' ? '' : `> **Note** ${notice}\n\n`;
      files[`${document.slug}.md`] = `# ${document.title}\n\n${hint}${markdownOf(document, build)}\n`;
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['build', '.', 'out', '--log=warn'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};

/** Sphinx with the theme Furo: all pages at the left, headings at the right, an announcement above. */
const furo: Engine = {
  name: 'furo',
  kind: 'documentation',
  needs: 'second-group/bin/sphinx-build',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, notice } = build;
    const heading = (text: string, line: string): string => `${text}\n${line.repeat(text.length * 3)}\n`;
    const files: Record<string, string> = {
      'source/conf.py': `project = '${site}'
copyright = '2026, many'
release = '${version}'
html_theme = 'furo'
html_theme_options = {'announcement': ${JSON.stringify(notice)}}
`,
      'source/index.rst': `${heading(site, '=')}\n.. toctree::\n   :maxdepth: 1\n\n${documents.map(({ slug }) => `   ${slug}`).join('\n')}\n`,
    };
    for (const { slug, title, paragraphs } of documents) {
      files[`source/${slug}.rst`] = [heading(title, '='), ...paragraphs].join('\n\n');
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['-q', '-b', 'html', 'source', 'out'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out', `${slug}.html`));
  },
};

/** Nikola with its default theme: posts with tags, an author and what is older and newer. */
const nikola: Engine = {
  name: 'nikola',
  kind: 'news',
  needs: 'second-group/bin/nikola',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, shared, notice } = build;
    const files: Record<string, string> = {
      'conf.py': `BLOG_AUTHOR = 'The desk'
BLOG_TITLE = '${site}'
SITE_URL = 'https://nikola.example/'
BLOG_EMAIL = 'desk@nikola.example'
BLOG_DESCRIPTION = 'Edition ${version}'
DEFAULT_LANG = 'en'
TRANSLATIONS = {'en': ''}
THEME = 'bootblog4'
TIMEZONE = 'UTC'
POSTS = (('posts/*.md', 'posts', 'post.tmpl'),)
PAGES = ()
COMPILERS = {'markdown': ('.md',)}
CREATE_INDEXES = False
GENERATE_RSS = False
GENERATE_ATOM = False
PRETTY_URLS = False
NAVIGATION_LINKS = {'en': (('/archive.html', 'Archive'), ('/categories/', 'Tags'), ('/rss.xml', 'RSS feed'))}
`,
    };
    for (const [i, { slug, title, paragraphs }] of documents.entries()) {
      files[`posts/${slug}.md`] = `<!--
.. title: ${title}
.. slug: ${slug}
.. date: 2025-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 09:00:00 UTC
.. tags: ${['ships', 'grain', 'ore'][i % 3]}
.. type: text
-->

${notice === '' ? '' : `> ${notice}\n\n`}${paragraphs.join('\n\n')}

${build.areLoose ? '' : shared[i % 2]}
`;
    }
    await mkdir(join(folder, 'posts'), { recursive: true });
    await writeFiles(folder, files);
    await runEngine(this.needs, ['build', '-q'], folder);
    return readPages(build, ({ slug }) => join(folder, 'output/posts', `${slug}.html`));
  },
};

/** pdoc: a module a page, each with one class and all that it inherits. */
const pdoc: Engine = {
  name: 'pdoc',
  kind: 'reference',
  needs: 'second-group/bin/pdoc',
  isHeldOut: true,
  named: ({ slug }) => slug.replaceAll('-', '_'),
  async build(folder, build) {
    const { version, documents, notice, areLoose } = build;
    const quoted = (lines: readonly string[]): string => `"""${lines.join('\n\n').replaceAll('"', "'")}\n"""`;
    const indented = (lines: readonly string[]): string => quoted(lines).replaceAll('\n', '\n    ');
    const members = inheritedMembers.map(
      ([name, takes, says]) => `    def ${name}(self, ${takes}):\n        """${says}"""\n`,
    );
    const files: Record<string, string> = {
      'harbour/__init__.py': `"""Things for ships, version ${version}."""\n`,
      'harbour/base.py': `class Base:\n    """What all have in common."""\n${members.join('')}`,
    };
    for (const document of documents) {
      const head = notice === '' ? [] : [notice];
      files[`harbour/${document.slug.replaceAll('-', '_')}.py`] = areLoose
        ? `${quoted([`# ${document.title}`, ...document.paragraphs])}\n`
        : `from .base import Base\n\nclass ${classNameOf(document)}(Base):\n    ${indented([...head, ...document.paragraphs])}\n    def open(self, options):\n        """Makes it ready."""\n`;
    }
    await writeFiles(folder, files);
    await runEngine(this.needs, ['-o', 'out', '--no-show-source', './harbour'], folder);
    return readPages(build, ({ slug }) => join(folder, 'out/harbour', `${slug.replaceAll('-', '_')}.html`));
  },
};

/** Public generators of the second group. */
export const secondEngines: readonly Engine[] = [honkit, furo, nikola, pdoc];
