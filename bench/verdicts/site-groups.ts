import type { AddPage } from './engine-cases.ts';
import type { EngineSite } from './engine-sites.ts';
import type { Engine, SiteDocument } from './engines/engine.ts';
import type { Relative } from './families.ts';
import type { Shell } from './shells.ts';
import type { Wording } from './wordings.ts';

/** Sites that are measured together, and what is shown in place of their pages. */
export interface SiteGroup {
  readonly name: string;
  readonly engines: readonly Engine[];
  readonly wordings: readonly Wording[];
  /** What stands above every text of a later version. */
  readonly notices: Readonly<Record<Engine['kind'], string>>;
  familiesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[];
  /** How the texts of a site are written. */
  written(engine: Engine, text: string): string;
  /** Where a document stands below its host; `number` is its place in the site. */
  pathOf(engine: Engine, document: SiteDocument, version: string, number: number): string;
  /** A message outside of any theme; `number` differs from page to page. */
  barePage(wording: Wording, url: string, number: number): string;
  /** A message as one page shows it: what is told of the request filled in. The same on every page unless told. */
  numbered?(wording: Wording, url: string, number: number): Wording;
  /** Kinds of messages that whole hosts show, and on how many hosts of how many pages each. */
  readonly parkedKinds: readonly string[];
  readonly parked: readonly { readonly hosts: number; readonly pages: number }[];
  readonly shells: readonly Shell[];
  /** Texts of each site that no document has, for `addFurther`; none unless told. */
  readonly spareTexts?: number;
  /** Pages that stand at several addresses and are no walls: mirrors, licences, short pages; `next` is the site that copies from this one. */
  addFurther?(site: EngineSite, add: AddPage, next: EngineSite): void;
}

/** Where the documents of an engine stand, by its name. */
export type Paths = Readonly<Record<string, (document: SiteDocument, number: number) => string>>;

/** Addresses below the version; an engine without a path of its own has its slugs. */
export function pathsOf(paths: Paths): SiteGroup['pathOf'] {
  return ({ name }, document, version, number) =>
    `/${version}/${paths[name]?.(document, number) ?? document.slug}`;
}
