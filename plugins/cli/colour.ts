import { styleText } from 'node:util';

/** Colours of the output. */
type Colour = 'red' | 'green' | 'yellow';

/**
 * `text` in a colour if `stream` is a terminal with colours and NO_COLOR (https://no-color.org) does not
 * forbid them; else unchanged. `--no-color` sets that variable.
 */
export function coloured(text: string, colour: Colour, stream: NodeJS.WriteStream): string {
  const isColoured = stream.isTTY && !process.env.NO_COLOR && stream.hasColors();
  return isColoured ? styleText(colour, text, { validateStream: false }) : text;
}
