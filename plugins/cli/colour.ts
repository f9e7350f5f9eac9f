import { styleText } from 'node:util';

/** Colours that output is set in. */
type Colour = 'red' | 'green' | 'yellow';

/**
 * `text` in a colour, where `stream` is a terminal that has colours and NO_COLOR (https://no-color.org) does not
 * forbid them; else as it is. `--no-color` sets that variable.
 */
export function coloured(text: string, colour: Colour, stream: NodeJS.WriteStream): string {
  const isColoured = stream.isTTY && !process.env.NO_COLOR && stream.hasColors();
  return isColoured ? styleText(colour, text, { validateStream: false }) : text;
}
