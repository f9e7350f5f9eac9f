/** Seeded HTML of 2 to 40 KB, words as common as in real text. */
export function generatedPage(n: number): string {
  let state = Math.imul(n + 1, 2654435761);
  const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const parts: string[] = [];
  const words = 200 + Math.floor(5000 * random() ** 2);
  for (let i = 0; i < words; i++) {
    const word = `word${Math.floor(20_000 * random() ** 3).toString(36)}`;
    parts.push(i % 60 === 0 ? `</p>\n<p class="text">${word}` : word);
  }
  return `<!doctype html><html><head><title>page ${n}</title></head><body>${parts.join(' ')}</body></html>`;
}
