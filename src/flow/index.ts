// neardup/flow: the flow in steps, for programs that keep gram sets between them or offer its options.

export type { PageFacts, PageGrams } from './page-grams.ts';
export type { GramSketches } from '../store/layout/entries.ts';
export { shinglePages, shingleRecords } from './shingle-pages.ts';
export { areRecords, type PageRecords, type ShingledPages } from './page-records.ts';
export {
  type BlockSummary,
  isBlock,
  type PageBlock,
  type PageInput,
  type ReadJson,
  type TextsOfBlock,
} from './page-block.ts';
export { type CrawledGrams, PageShingler } from './page-shingler.ts';
export { fetchedTime } from '../text/fetched-time.ts';
export { cutPage, defaultMaxPageBytes } from '../text/page.ts';
export type { GramFrequencies } from '../methods/collection.ts';
export {
  bytesPerPage,
  type DeduplicateGramsOptions,
  deduplicateGrams,
  deduplicateJournal,
  deduplicateStored,
  fillJournal,
  type StoredDeduplication,
} from '../deduplicate.ts';
export { checkDeduplicateOptions, wantsFrequencies } from './deduplicate-options.ts';
export { type CrowdPages, mostOfCrowd } from './crowds.ts';
export { Journal } from './journal.ts';
export { type DecidedPages, decisionOn, type PageDecision } from './decisions.ts';
export type { ClusteredPage, DecisionCounts, ResolvedFrom, ResolvedPages } from './resolved-pages.ts';
export type { StoredStrings } from './stored-strings.ts';
export {
  type PairBlock,
  PairSorter,
  type PairSorterOptions,
  type SortedPairs,
} from '../cluster/sorted-pairs.ts';
export { type GramSets, gramReader } from '../grams/gram-sets.ts';
export { countBoundary, innerGrams } from '../grams/boundary-grams.ts';
export { mergeRuns, type RunCursor } from '../grams/merge-runs.ts';
export { mixed32 } from '../grams/mixed32.ts';
export { bytesOf, Spool, type SpoolOptions } from '../grams/spool.ts';
export type { NumberKind, StoredColumn } from '../grams/stored-column.ts';
export type { PageSets } from '../methods/method.ts';
export { makeFolders } from '../grams/make-folders.ts';
export { DiskFullError, type FreeBytes, freeBytesIn, WorkFolder } from '../grams/work-folder.ts';
export { type FoundPairs, methodOfFound } from './found-search.ts';
export { evaluateGrams } from './evaluate.ts';
export {
  checkFields,
  checkFunction,
  checkOptionNames,
  checkString,
  type Field,
  refusedValue,
  wrongType,
  wrongTypeShown,
  wrongValue,
} from '../argument-checks.ts';
export { NumberedStrings } from './numbered-strings.ts';
export {
  type Reason,
  type ReasonCode,
  type ReasonFacts,
  reasonCodes,
  reasonFor,
  shellReason,
} from './reasons.ts';

// What options take, the default first, and defaults that are no words.
export { gramName, wordFourGrams } from '../grams/grams.ts';
export type { Unit } from '../text/words.ts';
export { extractModes } from './shingle-page.ts';
export { similarities, defaultThreshold } from '../join/similarity.ts';
export { keepPolicies, type Preferable, preferenceCost } from '../cluster/preference.ts';
export { clusterPolicies } from '../cluster/clusters.ts';
export { type PairScope, pairScopes } from './pair-scope.ts';
export { defaultMemoryBytes, defaultMethod, defaultRecall } from '../methods/defaults.ts';
export { defaultThresholds } from '../evaluate/evaluate.ts';

// What every file that is written says it is.
export { fileFormats } from '../file-formats.ts';

// What the pages of a site have in common, and what pages of a crawl are about.
export {
  disownTitles,
  identitiesIn,
  isUnnamedSubject,
  type NamesOf,
  namesOfSite,
  subjectsOf,
  type TitledPages,
  type TitleOf,
} from '../site/page-identities.ts';
export { type CommonTitles, folderOf, pathNumberOf } from '../site/common-titles.ts';
export { NameLetters } from '../site/name-letters.ts';
export type { Site } from '../site/site-model.ts';
export type { SitePages } from '../site/site-pages.ts';
export {
  identityHash,
  mostIdentities,
  type PagesOfIdentities,
  type ReadGrams,
  templateOfSite,
} from '../site/site-template.ts';
export type { AskedPages, SiteNames } from '../site/identities.ts';
export { lastingGrams, type LastingGrams } from '../site/lasting-grams.ts';
export { Template } from '../site/template.ts';
export { digestOfSite, TemplatesDigest } from '../site/templates-digest.ts';
export {
  type TemplatePassage,
  type TemplateRun,
  type TemplateRuns,
  templatePassages,
  templateRuns,
} from '../site/template-runs.ts';
export { type CompareOptions, compareWithTemplates } from './compare.ts';
export { CrawlSubjects, type CrawledSubject, type EarlierSubject } from '../site/crawl-subjects.ts';
export { CrawlWalls } from '../site/crawl-walls.ts';
export type { CrawledText } from '../site/crawled-text.ts';
export { namesAt } from '../site/namespaces.ts';
export { type Naming, namingIn, namingOfPage, nameToCompare } from '../site/own-names.ts';
export { type ComparedUrl, comparedUrl, type WordsOf } from '../site/url-words.ts';

// Which pairs count and what is a wall, one by one, where pages are not all at hand.
export type { JudgedPage, PairLikeness } from '../site/judged-pages.ts';
export { type LikenessBy, type LikenessOptions, type OwnLikeness, ownLikeness } from '../site/pair-rule.ts';
export { areHalfAlike } from './half-alike.ts';
export { RecentValues } from './recent-values.ts';
export { addToGroup } from '../add-to-group.ts';
export { forgetFirst, putLast } from '../first-entry.ts';
export { addPlaces, type Closeness, standTogether, type UrlEnd } from '../site/places.ts';
export {
  type LeastOfWall,
  type Named,
  fewestValues,
  needed as neededForWall,
  neededOfMessage,
  none as noneNamed,
  standsForOthers,
} from '../site/wall-evidence.ts';
export { type PatternCounts, standsForOtherValues } from '../site/pattern-evidence.ts';
export { StandingHosts } from '../site/unlike-urls.ts';
export {
  isOfFolder,
  openPart,
  patternsOf,
  type TextAtPattern,
  TextPatterns,
  type UrlPattern,
} from '../site/url-patterns.ts';
export {
  contentOfTwoSites,
  leastOfTwoSites,
  type PageContent,
  type SharedContent,
} from '../site/two-sites.ts';
export type { OwnNames } from '../site/wall-pages.ts';
export { mostWallRounds } from '../site/walls.ts';
export { ChangedUrls, NamesAtUrl, TextsAtUrl, withTexts } from '../site/changed-urls.ts';
export type { PageGroups } from '../site/page-groups.ts';
export { ofMessage, type PageContents, pagesOfOneMessage } from '../site/one-message.ts';
export { type Messages, namesKey } from './messages.ts';
export { nameDigest, ownNames } from './walls-among.ts';
export { fingerprint128 } from '../grams/fingerprint.ts';
export { hostOf } from '../store/layout/host.ts';
export { parseUrl } from '../url-rules/parse-url.ts';
export { webUrl } from './canonical.ts';
export { textHash } from '../site/text-hash.ts';

// What a page was found to be, and why.
export { type ShellKind, shellKinds } from '../text/page-kind.ts';
export type { ComparedGrams, FoundAlike } from './reasons.ts';

// The text of a page's bytes, in the encoding that they are in.
export { type Decoded, decode } from '../text/decode.ts';

// Disjoint sets of numbers, as clusters and groups are gathered.
export { UnionFind } from '../cluster/union-find.ts';

// What waits on disk.
export { SortedLines } from './sorted-lines.ts';
export { StoredList } from './stored-list.ts';
export { StoredMap } from './stored-map.ts';
export { openNameless } from '../grams/nameless-file.ts';
