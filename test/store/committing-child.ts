// Claims and commits pages from 0 on until it is killed; writes "NUMBER new" or "NUMBER replayed" once a page is
// acknowledged. Run from dist/, since Node 20 does not run TypeScript: `node committing-child.js FOLDER`.
import { writeSync } from 'node:fs';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { offeredGrams } from './offered-pages.ts';

const index = await SketchIndex.open(process.argv[2], { gram: 'word:4', threshold: 0.8, recall: 0.99 });
for (let i = 0; ; i++) {
  const claim = await index.claim({ key: `page ${i}`, url: '', grams: offeredGrams(i) });
  await claim.commit();
  writeSync(1, `${i} ${claim.verdict.replayed ? 'replayed' : 'new'}\n`);
}
