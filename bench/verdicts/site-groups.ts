import type { EngineSite } from './engine-site.ts';
import type { Engine, SiteDocument } from './engines/engine.ts';
import type { Relative } from './families.ts';
import type { AddPage } from './planted-page.ts';
import type { Shell } from './shells.ts';
import type { Wording } from './wordings.ts';

/** Sites that are measured together, and the messages shown instead of their pages. */
export interface SiteGroup {
  readonly name: string;
  readonly engines: readonly Engine[];
  readonly wordings: readonly Wording[];
  /** The messages that a site may show, such as those in its language. Default: all. */
  wordingsOf?(engine: Engine): readonly Wording[];
  /** Text above every page of a later version. */
  readonly notices: Readonly<Record<Engine['kind'], string>>;
  familiesOf(kind: Engine['kind'], variant: number): readonly (readonly Relative[])[];
  /** Writes a text in the language or script of a site. */
  written(engine: Engine, text: string): string;
  /** The path of a document below its host; `number` is its place in the site. */
  pathOf(engine: Engine, document: SiteDocument, version: string, number: number): string;
  /** The page of a message without any theme; `number` differs from page to page. */
  barePage(wording: Wording, url: string, number: number): string;
  /** A message as one page shows it, with facts about the request filled in. Default: the same on every page. */
  numbered?(wording: Wording, url: string, number: number): Wording;
  /** The kinds of messages that whole hosts show. `parked` says how many hosts show them, with how many pages each. */
  readonly parkedKinds: readonly string[];
  readonly parked: readonly { readonly hosts: number; readonly pages: number }[];
  readonly shells: readonly Shell[];
  /** Number of texts of each site that no document has, for `addFurther`. Default: none. */
  readonly spareTexts?: number;
  /**
   * Adds pages that are at several addresses and are not walls: mirrors, licences, short pages. `next` is the site
   * that copies from this one.
   */
  addFurther?(site: EngineSite, add: AddPage, next: EngineSite): void;
}

/** The paths of an engine's documents, by the engine's name. */
export type Paths = Readonly<Record<string, (document: SiteDocument, number: number) => string>>;

/** Paths below the version. An engine without paths of its own uses its slugs. */
export function pathsOf(paths: Paths): SiteGroup['pathOf'] {
  return ({ name }, document, version, number) =>
    `/${version}/${paths[name]?.(document, number) ?? document.slug}`;
}
