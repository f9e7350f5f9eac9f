import { hostOf, NamesAtUrl, TextsAtUrl, textHash, withTexts } from '../../../src/flow/index.ts';
import { lineOf, tags, unescaped } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import type { VerbCall } from '../verbs/verb.ts';
import { isMessage, keyOfHost, noGroup, noMessage, noName } from './wall-lines.ts';

/** What the pages of one URL share with others, for one kind of text (`wallKinds`). */
interface GroupsAtUrl {
  /** The group of the first page. */
  readonly first: string;
  /** Whether another page has another one; pages without a shared text have a group of their own. */
  hasChanged: boolean;
  readonly texts: TextsAtUrl;
}

/** The pages of one URL. Memory: constant; pages wait on disk. */
export class PagesAtUrl {
  readonly #pages = new SpilledLines();
  #names = new NamesAtUrl();
  #groups: readonly GroupsAtUrl[] = [];

  /** Adds a page: its id, whether its URL names it and so on, as `wallPages` writes them. */
  add(page: readonly string[]): void {
    const [, , , name, ...groups] = page;
    if (this.#pages.count === 0)
      this.#groups = groups.map((first) => ({ first, hasChanged: false, texts: new TextsAtUrl() }));
    for (const [kind, group] of groups.entries()) {
      const ofKind = this.#groups[kind];
      ofKind.hasChanged ||= group !== ofKind.first;
      ofKind.texts.add(group === noGroup ? undefined : textHash(group, 0));
    }
    this.#names.add(Number(name));
    this.#pages.push(page.join('\t'));
  }

  /** Writes the pages by each text that they share, with what else the URL gave (`withTexts`). @param url escaped */
  async tell({ output }: VerbCall, url: string): Promise<void> {
    const host = keyOfHost(hostOf(unescaped(url)));
    for (const line of this.#pages.lines()) {
      const [id, isNamed, names, name, ...groups] = line.split('\t');
      const isShort = names !== '' && names !== noMessage && isNamed !== '1' ? '1' : '0';
      for (const [kind, group] of groups.entries()) {
        if (group === noGroup) continue;
        const { hasChanged, texts } = this.#groups[kind];
        const besideName = this.#names.beside(Number(name), hasChanged && url !== '');
        const beside = String(withTexts(besideName, texts.beside(textHash(group, 0))));
        const own = isMessage[kind] ? names || noName : names === noMessage ? names : '';
        const ofText = isMessage[kind] ? '0' : name;
        const about = [host, url, isNamed, own, beside, isShort, ofText, id];
        output.line(lineOf(`${kind}:${group}`, tags.grouped, ...about));
      }
      if (output.isFull) await output.drained();
    }
  }

  /** Removes all pages. */
  clear(): void {
    this.#pages.clear();
    this.#names = new NamesAtUrl();
  }
}
