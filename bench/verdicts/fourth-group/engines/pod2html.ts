import { join } from 'node:path';
import { type Engine, readPages, runEngine, writeFiles } from '../../engines/engine.ts';

/** pod2html of Perl: every page has the same headings, what it is about stands in the first line below NAME. */
export const pod2html: Engine = {
  name: 'pod2html',
  kind: 'documentation',
  needs: 'perl/perl',
  isHeldOut: true,
  async build(folder, build) {
    const { site, version, documents, shared, notice, areLoose } = build;
    const files: Record<string, string> = {};
    for (const { slug, title, paragraphs } of documents) {
      files[`${slug}.pod`] = [
        '=encoding utf8',
        ...['=head1 NAME', areLoose ? title : `${title} - of the ${site} distribution`],
        ...(notice === '' ? [] : ['=head1 WARNING', notice]),
        ...(areLoose ? [] : ['=head1 VERSION', version]),
        ...['=head1 DESCRIPTION', ...paragraphs],
        ...(areLoose ? [] : ['=head1 AUTHOR', shared[0], '=head1 COPYRIGHT', shared[1]]),
        '=cut\n',
      ].join('\n\n');
    }
    await writeFiles(folder, files);
    const program = 'pod2html("--infile=$_.pod", "--outfile=$_.html") for @ARGV';
    await runEngine(this.needs, ['-MPod::Html', '-e', program, ...documents.map(({ slug }) => slug)], folder);
    return readPages(build, ({ slug }) => join(folder, `${slug}.html`));
  },
};
