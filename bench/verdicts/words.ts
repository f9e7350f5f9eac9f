/** The words of a list that is written as one string. */
export function words(text: string): string[] {
  return text.split(' ');
}
