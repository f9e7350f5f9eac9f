import { gramName } from '../../src/flow/index.ts';
import { IndexError, SketchIndex } from '../../src/store/index.ts';
import type { DeduperSettings } from './options.ts';
import { type SavedIndex, savedLines } from './saved-index.ts';

/** Opens the index of a crawl. If it was made with other options, the error says what can be done. */
export async function openIndex(settings: DeduperSettings): Promise<SketchIndex> {
  const { directory, purge, restoreFrom, threshold, gram, extract, recall } = settings;
  if (purge) await SketchIndex.destroy(directory);
  else if (restoreFrom !== undefined) await restore(directory, restoreFrom);
  try {
    return await SketchIndex.open(directory, { gram: gramName(gram), threshold, recall, extract });
  } catch (error) {
    if (error instanceof IndexError && error.code === 'NEARDUP_INDEX_PARAMETERS') throw withWaysOut(error);
    throw error;
  }
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

/** A stack trace helps nobody here: the message says what to do, and only the message is printed. */
function withWaysOut({ code, message }: IndexError): IndexError {
  const differing = /\((.*)\)/s.exec(message)?.[1] ?? message;
  const words = [
    `its pages were judged with other options (${differing}), and verdicts by both would contradict each other. Either`,
    '  - give the options that it was made with, and the crawl goes on from them;',
    '  - give another `directory` (or `name`), and the earlier verdicts stay beside the new ones;',
    '  - give `purge: true` once, and all pages are judged anew.',
  ];
  const error = new IndexError(code, words.join('\n'));
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
