import type { Engine, SiteDocument } from './engines/engine.ts';

/** The contents of a page for a theme. */
export interface Shown {
  readonly site: string;
  readonly version: string;
  readonly title: string;
  readonly slug: string;
  /** Number of the document within the site. */
  readonly number: number;
  readonly paragraphs: readonly string[];
  readonly documents: readonly SiteDocument[];
  readonly shared: readonly string[];
  readonly notice: string;
  readonly areLoose: boolean;
}

/** A theme written by hand with the structure of a public program's pages: no program has to be installed. */
export function theme(
  name: string,
  kind: Engine['kind'],
  page: (shown: Shown) => string,
  named?: Engine['named'],
): Engine {
  return {
    name,
    kind,
    needs: '',
    isHeldOut: true,
    ...(named !== undefined && { named }),
    build: (_folder, build) => {
      const { documents } = build;
      const pages = documents.map((document, number): [string, string] => [
        document.slug,
        page({ ...build, ...document, number }),
      ]);
      return Promise.resolve(new Map(pages));
    },
  };
}

/** Paragraphs as HTML. */
export function html(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<p>${each}</p>`).join('\n');
}

/** Links to all documents of the site, as the items of a list. */
export function menu({ documents }: Shown): string {
  return documents.map(({ slug, title }) => `<li><a href="../${slug}/">${title}</a></li>`).join('\n');
}

/** Some other documents, different ones for each page. */
export function neighbours({ documents, number }: Shown, count: number, step = 7): SiteDocument[] {
  return Array.from({ length: count }, (_, i) => documents[(number + (i + 1) * step) % documents.length]);
}

/** The first letters of a text, as in teasers. */
export function beginning(paragraphs: readonly string[], length: number): string {
  return `${(paragraphs[0] ?? '').slice(0, length)}…`;
}

/** The halves of a list; the second may be empty. */
export function halves<T>(items: readonly T[]): [T[], T[]] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}
