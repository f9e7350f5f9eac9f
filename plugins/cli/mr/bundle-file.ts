import { fileURLToPath } from 'node:url';

/** Path of the bundle, which starts sooner than all of neardup. It is next to the compiled program. */
export function bundleFile(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../../dist/mr.mjs' : '../../../mr.mjs';
  return fileURLToPath(new URL(place, import.meta.url));
}
