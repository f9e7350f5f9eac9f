/** Beginnings of a formula, also in full-width characters or after characters that spreadsheets strip. */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * A line of CSV (RFC 4180), with its line end. Text that a spreadsheet would take for a formula gets an apostrophe in
 * front (OWASP, CSV Injection).
 */
export function csvLine(values: readonly (string | number | boolean)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: string | number | boolean): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
