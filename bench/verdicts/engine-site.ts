import type { Engine, SiteDocument } from './engines/engine.ts';
import type { Article } from './news.ts';

/** A document of a site: its content, and where that comes from. */
export interface SiteText {
  /** Equal for documents with the same content. */
  readonly content: string;
  readonly how: 'own' | 'other template' | 'other headline' | 'family';
  /** Number of pages of its family; 1 if it has none. */
  readonly familySize: number;
  readonly document: SiteDocument;
}

/** The pages of an engine's site. */
export interface EngineSite {
  readonly engine: Engine;
  readonly host: string;
  readonly texts: readonly SiteText[];
  /** A text that no document has. */
  readonly licence: readonly string[];
  /** More texts that no document has: `spareTexts` of the group. */
  readonly spare: readonly Article[];
  /** By version, `1.0` or `2.0`, then by slug. The second version has no guests. */
  readonly pages: Readonly<Record<string, ReadonlyMap<string, string>>>;
  /** By version, then by place: pages with the marks of `slotMarks` in place of their heading and text. */
  readonly slots: Readonly<Record<string, readonly string[]>>;
}
