import { JSDOM } from 'jsdom';
import { expect, onTestFinished, vi } from 'vitest';
import { type Report, reportPieces } from '../../../plugins/report/index.ts';

/** What the browser's side finds as globals, of jsdom's window. */
const GLOBALS = [
  'document',
  'window',
  'location',
  'history',
  'FormData',
  'Node',
  'HTMLInputElement',
  'HTMLSelectElement',
] as const;

/** A report opened: its document, and what a reader can do there. */
export interface OpenedReport {
  readonly document: Document;
  /** Visible text of the element with an id, its runs of white space as one blank. */
  text(id: string): string;
  click(element: Element | null): void;
  press(element: Element | null, key: string, init?: KeyboardEventInit): void;
  /** Sets fields of the filters by name and waits for the clusters that pass. */
  filter(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Sets a choice or field and tells the page. */
  change(id: string, value: string | boolean): void;
}

/**
 * Opens a report without a browser: its HTML in jsdom, its script from the sources, in this process. What only a
 * browser can show (layout, focus rings, the content policy) is for chromium.test.ts.
 *
 * @param hash the fragment of the address, which names a view
 */
export async function openReport(report: Report, hash = ''): Promise<OpenedReport> {
  const pieces: string[] = [];
  for await (const piece of reportPieces(report)) pieces.push(piece);
  const { window } = new JSDOM(pieces.join(''), { url: `https://a.example/report.html${hash}` });
  for (const name of GLOBALS) vi.stubGlobal(name, window[name]);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  // jsdom has no layout and no dialogs
  window.HTMLElement.prototype.scrollIntoView = () => {};
  const dialog = window.HTMLDialogElement.prototype;
  dialog.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  dialog.close = function close() {
    this.removeAttribute('open');
  };
  onTestFinished(() => {
    vi.unstubAllGlobals();
    window.close();
  });
  vi.resetModules();
  await import('../../../plugins/report/browser/main.ts');
  const { document } = window;
  if (report.deduplication !== undefined && report.deduplication.clusters.length > 0) {
    const isDone = (): boolean => 'ready' in document.documentElement.dataset || failure() !== null;
    const failure = () =>
      /^The clusters .*cannot be shown.*/.exec(document.getElementById('cluster-detail')!.textContent);
    await expect.poll(isDone, { interval: 5 }).toBe(true);
    expect(failure()).toBe(null);
  }
  const fire = (element: Element | null, event: Event): void => {
    if (element === null) throw new Error('expected an element; got none');
    element.dispatchEvent(event);
  };
  return {
    document,
    text: (id) => (document.getElementById(id)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    click: (element) => fire(element, new window.MouseEvent('click', { bubbles: true })),
    press: (element, key, init = {}) =>
      fire(element, new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })),
    async filter(fields) {
      const form = document.getElementById('filters') as HTMLFormElement;
      for (const [name, value] of Object.entries(fields)) {
        (form.elements.namedItem(name) as HTMLInputElement).value = value;
      }
      const before = document.getElementById('cluster-list')?.firstChild;
      fire(form, new window.Event('input', { bubbles: true }));
      const isAnother = (): boolean => document.getElementById('cluster-list')?.firstChild !== before;
      await expect.poll(isAnother, { interval: 5 }).toBe(true);
    },
    change(id, value) {
      const field = document.getElementById(id) as HTMLInputElement;
      if (typeof value === 'boolean') field.checked = value;
      else field.value = value;
      fire(field, new window.Event('change', { bubbles: true }));
    },
  };
}
