import type { PlantedPage } from './planted-page.ts';

/** A question about a page. */
export type Question =
  | 'versions'
  | 'templates'
  | 'headlines'
  | 'family versions'
  | 'shells read'
  | 'unlike kept apart'
  | 'family kept apart'
  | 'walls known'
  | 'shells known'
  | 'called so'
  | 'mirrors'
  | 'moved'
  | 'short kept apart'
  | 'short read';

/** The answer to a question about one page in one run. */
export interface Outcome {
  readonly page: PlantedPage;
  readonly question: Question;
  readonly isRight: boolean;
}
