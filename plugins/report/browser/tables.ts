/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Makes the tables of class `sortable` sort when a button in the head of a column is pressed. */
export function makeSortable(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table.sortable')) {
    const heads = [...table.tHead!.rows[0]!.cells];
    heads.forEach((head, column) => {
      head.querySelector('button')?.addEventListener('click', () => {
        const ascending = head.getAttribute('aria-sort') !== 'ascending';
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
        sortRows(table.tBodies[0]!, column, ascending ? 1 : -1);
      });
    });
  }
}

function sortRows(body: HTMLTableSectionElement, column: number, sign: 1 | -1): void {
  const value = (row: HTMLTableRowElement): string =>
    row.cells[column]!.dataset.value ?? row.cells[column]!.textContent;
  const compare = (a: string, b: string): number =>
    a !== '' && b !== '' && !Number.isNaN(Number(a) + Number(b))
      ? Number(a) - Number(b)
      : a.localeCompare(b, 'en');
  body.append(...[...body.rows].sort((a, b) => sign * compare(value(a), value(b))));
}

/** Shows the rows of the chosen threshold and variants. */
export function chooseRows(): void {
  const table = document.getElementById('methods');
  if (table === null) return;
  const chosen = (group: string): string =>
    table.querySelector<HTMLInputElement>(`input[name="${group}"]:checked`)?.value ?? 'all';
  const show = (): void => {
    const threshold = chosen('threshold');
    table.querySelector('table')!.classList.toggle('one-threshold', threshold !== 'all');
    const bestOnly = chosen('variants') === 'best';
    for (const row of table.querySelectorAll<HTMLElement>('tr[data-threshold]')) {
      const isOther = threshold !== 'all' && row.dataset.threshold !== threshold;
      row.hidden = isOther || (bestOnly && row.dataset.best === undefined);
    }
  };
  table.addEventListener('change', show);
  show();
}

/** Lets the buttons of a legend single out one kind of method in the plots of the report. */
export function makeLegends(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-kind]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const kind = button.getAttribute('aria-pressed') === 'true' ? undefined : button.dataset.kind;
      for (const other of buttons) {
        other.setAttribute('aria-pressed', String(other.dataset.kind === kind));
      }
      for (const marks of document.querySelectorAll<SVGElement>('svg g[aria-description^="method "]')) {
        const dimmed = kind !== undefined && marks.getAttribute('aria-description') !== `method ${kind}`;
        marks.classList.toggle('dimmed', dimmed);
      }
    });
  }
}
