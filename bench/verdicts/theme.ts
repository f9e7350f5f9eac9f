import type { Engine, SiteDocument } from './engines/engine.ts';

/** A page that a theme is to show. */
export interface Shown {
  readonly site: string;
  readonly version: string;
  readonly title: string;
  readonly slug: string;
  /** Which document of the site it is. */
  readonly number: number;
  readonly paragraphs: readonly string[];
  readonly documents: readonly SiteDocument[];
  readonly shared: readonly string[];
  readonly notice: string;
  readonly areLoose: boolean;
}

/** A theme written by hand after the structure of what a public program shows: no program has to be installed. */
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

/** Paragraphs in HTML. */
export function html(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<p>${each}</p>`).join('\n');
}

/** Links to all documents of the site, as the items of a list. */
export function menu({ documents }: Shown): string {
  return documents.map(({ slug, title }) => `<li><a href="../${slug}/">${title}</a></li>`).join('\n');
}

/** Some other documents, which are others on each page. */
export function neighbours({ documents, number }: Shown, count: number, step = 7): SiteDocument[] {
  return Array.from({ length: count }, (_, i) => documents[(number + (i + 1) * step) % documents.length]);
}

/** The first letters of a text, as teasers show them. */
export function beginning(paragraphs: readonly string[], length: number): string {
  return `${(paragraphs[0] ?? '').slice(0, length)}…`;
}

/** The halves of a text, where it is long enough. */
export function halves<T>(items: readonly T[]): [T[], T[]] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}
