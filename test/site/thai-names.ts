const letters = [...'กขคงจฉชซญดตถทธนบ'];

/** A name in the Thai script, as its words: another one for each number below 256. */
export function thaiName(number: number): string {
  return Array.from({ length: 8 }, (_, k) => letters[2 * k + ((number >> k) & 1)]).join(' ');
}
