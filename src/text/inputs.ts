import { CONTROL, PASSWORD } from './element-bits.ts';

/** What an `<input>` of this `type` is: `CONTROL`, with `PASSWORD` for one, or 0 if readers do not fill it in (HTML, §4.10.5). */
export function inputBits(type: string): number {
  if (/^(?:hidden|submit|button|image|reset)$/i.test(type)) return 0;
  return /^password$/i.test(type) ? CONTROL | PASSWORD : CONTROL;
}
