/**
 * One crawl in a process of its own, to be measured, or killed and started again:
 * `node crawl-process.js guard|plain ORIGIN FOLDER CONCURRENCY PATHS.json`.
 *
 * Prints `{"key", "replayed"}` for every page that is handed to the handler, and at the end
 * `{"finished", "failed", "milliseconds", "counts"}`, a line each. With `plain` nothing is guarded.
 */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CheerioCrawlingContext } from 'crawlee';
import { CheerioCrawler, Configuration, log } from 'crawlee';
import { nearDuplicates, verdictOf } from '../../plugins/crawlee/index.ts';

const [mode = 'guard', origin = '', folder = '', concurrency = '1', pathsFile = ''] = process.argv.slice(2);
log.setLevel(log.LEVELS.ERROR);
const paths = JSON.parse(readFileSync(pathsFile, 'utf8')) as string[];
const duplicates = await nearDuplicates({ directory: join(folder, 'near-duplicates', 'default') });
const handler = (context: CheerioCrawlingContext) => {
  print({ key: context.request.uniqueKey, replayed: verdictOf(context)?.replayed });
};
const crawler: CheerioCrawler = new CheerioCrawler(
  {
    useSessionPool: false,
    // Crawlee's locking queue would keep what a killed process held locked for a minute or more.
    experiments: { requestLocking: false },
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    // Crawlee waits 10 s before it believes that a queue which more than one process has used is at its end.
    autoscaledPoolOptions: { isFinishedFunction: async () => (await crawler.getRequestQueue()).isEmpty() },
    requestHandler: mode === 'plain' ? handler : duplicates.guard(handler),
  },
  new Configuration({
    purgeOnStart: false,
    storageClientOptions: { localDataDirectory: folder },
    availableMemoryRatio: 0.9,
  }),
);
const start = performance.now();
const { requestsFinished, requestsFailed } = await crawler.run(paths.map((path) => origin + path));
const milliseconds = Math.round(performance.now() - start);
print({ finished: requestsFinished, failed: requestsFailed, milliseconds, counts: duplicates.counts });
await duplicates.close();

/** Written at once, so that nothing printed is lost when the process is killed. */
function print(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
