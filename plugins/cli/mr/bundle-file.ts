import { fileURLToPath } from 'node:url';

/** The bundle, which starts sooner than all of neardup: beside the compiled program. */
export function bundleFile(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../../dist/mr.mjs' : '../../../mr.mjs';
  return fileURLToPath(new URL(place, import.meta.url));
}
