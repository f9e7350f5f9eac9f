/** A page of `words` made-up words, the same for the same seed, in a page with a menu. */
export function page(seed: number, words = 120): string {
  return html(prose(seed, words));
}

/** HTML around a text. */
export function html(text: string, title = 'A page'): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><nav>Home</nav>
<main><p>${text}</p></main></body></html>`;
}

/** Sentences of made-up words, the same for the same seed. */
export function prose(seed: number, words = 120): string {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return (state >>> 8) % below;
  };
  const syllables = [
    'ba',
    'do',
    'fi',
    'ga',
    'ke',
    'lu',
    'mo',
    'ni',
    'pa',
    'ro',
    'su',
    'ti',
    'va',
    'we',
    'zo',
  ];
  const word = () => Array.from({ length: 2 + next(2) }, () => syllables[next(15)]).join('');
  return Array.from({ length: words }, (_, i) => (i % 12 === 11 ? `${word()}.` : word())).join(' ');
}
