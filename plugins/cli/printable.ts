/** Text from a page or dump made fit for a terminal: nothing in it may move the cursor or change colours. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '�');
}
