import type { Page } from '../../src/text/page.ts';

/** Words of its own for each seed. */
export function prose(seed: number, words: number): string {
  return Array.from({ length: words }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');
}

/** A page with a title, which is its heading, and a text. */
export function pageOf(url: string, title: string, main: string): Page {
  const html = `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${main}</p></main>`;
  return { id: url, url, body: html, contentType: 'text/html' };
}
