/**
 * What a response says of the part of a page that it is (206; RFC 9110, §14.4): its range, and how many bytes the page has, 0 where
 * that is not said. Undefined of any other response, and of a part that is all there is.
 */
export function partOf(
  status: number | undefined,
  contentRange: string | undefined,
): { readonly range: string; readonly length: number } | undefined {
  if (status !== 206) return undefined;
  const range = contentRange ?? 'none';
  const [, first, last, all] = /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(range) ?? [];
  const isAll = Number(first) === 0 && Number(last) + 1 === Number(all);
  return isAll ? undefined : { range, length: Number(all ?? 0) };
}
