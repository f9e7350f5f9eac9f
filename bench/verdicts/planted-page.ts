import type { SiteText } from './engine-site.ts';
import type { Wording } from './wordings.ts';

/** A page, and what was planted in it. */
export interface PlantedPage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly contentType: 'text/html';
  /** The site; for a host that is parked as a whole, `parkedSites`. */
  readonly site: string;
  readonly isHeldOutSite: boolean;
  /** Equal for pages with the same content; empty if the page says nothing. */
  readonly content: string;
  readonly how:
    | SiteText['how']
    | 'version'
    | 'family version'
    | 'shell with text'
    | 'empty shell'
    | 'wall'
    | 'mirror'
    /** One text at an old and a new address, neither of which has words in it. */
    | 'moved'
    /** A page that says little, and nearly the same as pages about other things. */
    | 'short'
    /** A list without an entry. A person may say that nothing is there. */
    | 'empty list';
  readonly familySize: number;
  readonly wall?: PlantedWall;
  /** The framework whose shell it is. */
  readonly shell?: string;
}

/** A wall: what is shown instead of a page, and how. */
export interface PlantedWall {
  readonly wording: Wording;
  /** Number of pages of the site that show it. */
  readonly count: number;
  /** Number of sites and parked hosts that show this wording. */
  readonly hosts: number;
  readonly through: 'theme' | 'bare page';
  /**
   * Whether it replaces the first version, the second version, the first when it is fetched again, or all pages of a
   * host.
   */
  readonly moment: 'first' | 'later version' | 'fetched again' | 'always';
}

/** Adds a page to those of a run. */
export type AddPage = (page: Omit<PlantedPage, 'id' | 'contentType'>) => void;
