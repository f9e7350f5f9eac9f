/** The greatest place up to `place` at which a cut leaves every character of a text whole. */
export function placeOfCut(text: string, place: number): number {
  return text.codePointAt(place - 1)! > 0xffff ? place - 1 : place;
}

/** The first `most` code units of a text, or one less where that would be half a character. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, placeOfCut(text, most));
}
