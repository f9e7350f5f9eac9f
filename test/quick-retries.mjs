// Crawlee lets three seconds pass before it tries a request again, for a database in which what was written may not be seen at
// once. A queue on this machine needs none, and tests of failed requests would wait for nothing else.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ofCrawlee = createRequire(createRequire(import.meta.url).resolve('crawlee'));
const storages = join(dirname(ofCrawlee.resolve('@crawlee/core')), 'storages');
ofCrawlee(join(storages, 'utils.js')).STORAGE_CONSISTENCY_DELAY_MILLIS = 50;
