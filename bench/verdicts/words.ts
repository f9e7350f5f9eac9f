/** The words of a list that is written as one text. */
export function words(text: string): string[] {
  return text.split(' ');
}
