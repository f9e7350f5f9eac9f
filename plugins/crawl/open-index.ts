import { gramName } from '../../src/flow/index.ts';
import { IndexError, type IndexErrorOptions, SketchIndex } from '../../src/store/index.ts';
import type { DeduperSettings } from './options.ts';
import { type SavedIndex, savedLines } from './saved-index.ts';

/** Name of the note in an index that processes have shared. */
const SHARED_NOTE = 'shared';

/** Opens the index of a crawl. If it was made with other options, the error says what can be done. */
export async function openIndex(settings: DeduperSettings): Promise<SketchIndex> {
  const { directory, purge, restoreFrom, threshold, gram, extract, recall, process } = settings;
  if (purge) await SketchIndex.destroy(directory);
  else if (restoreFrom !== undefined) await restore(directory, restoreFrom);
  const parameters = { gram: gramName(gram), threshold, recall, extract };
  const index = await SketchIndex.open(directory, parameters).catch((error) => {
    throw error instanceof IndexError && error.differing !== undefined
      ? withWaysOut(error.differing, directory)
      : error;
  });
  try {
    await checkSharing(index, directory, process);
  } catch (error) {
    await index.close();
    throw error;
  }
  return index;
}

/**
 * Refuses an index of named processes to a process without a name. The keys of its pages have those names: without one,
 * each page would be taken for a copy of itself, and no crawler would handle the pages that were in work.
 */
async function checkSharing(
  index: SketchIndex,
  directory: string,
  process: string | undefined,
): Promise<void> {
  const isShared = (await index.note(SHARED_NOTE)) !== undefined;
  if (isShared && process === undefined) {
    throw withoutStack(
      'NEARDUP_INDEX_PARAMETERS',
      `the index in ${directory}: its pages belong to processes that were named by the option \`process\`: give this one its name, too ` +
        "(or any, such as 'reader', to read what is stored)",
    );
  }
  if (!isShared && process !== undefined) await index.setNote(SHARED_NOTE, {});
}

/** Fills a folder that has no index from the saved index, if there is one. */
async function restore(directory: string, saved: SavedIndex): Promise<void> {
  const lines = await savedLines(saved);
  if (lines === undefined) return;
  try {
    await (await SketchIndex.import(directory, lines)).close();
  } catch (error) {
    if (!(error instanceof IndexError && error.code === 'NEARDUP_INDEX_EXISTS')) throw error;
  }
}

function withWaysOut(differing: string, directory: string): IndexError {
  const words = [
    `the index in ${directory}: its pages were judged with other options (${differing}), and verdicts by both would contradict each other. Either`,
    '  - give the options that it was made with, and the crawl goes on from them;',
    '  - give another `directory` (or `name`), and the earlier verdicts stay beside the new ones;',
    '  - give `purge: true` once, and all pages are judged anew.',
  ];
  return withoutStack('NEARDUP_INDEX_PARAMETERS', words.join('\n'), { differing });
}

/** A stack trace helps nobody here: the message says what to do, and only the message is printed. */
function withoutStack(code: IndexError['code'], message: string, details?: IndexErrorOptions): IndexError {
  const error = new IndexError(code, message, details);
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
