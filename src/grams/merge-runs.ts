/** A place in a sorted run. */
export interface RunCursor {
  /** Moves to the next entry; false if there is none. */
  next(): boolean;
}

/**
 * Merges sorted runs with a heap of cursors. O(entries · log runs).
 *
 * @param cursors each at its first entry; changed
 * @param isBefore whether the entry of one cursor comes before that of another
 * @param take called for each entry in order, with the cursor at that entry
 */
export function mergeRuns<Cursor extends RunCursor>(
  cursors: Cursor[],
  isBefore: (x: Cursor, y: Cursor) => boolean,
  take: (cursor: Cursor) => void,
): void {
  for (let i = cursors.length >>> 1; i-- > 0; ) sink(cursors, i, isBefore);
  while (cursors.length > 0) {
    const [top] = cursors;
    take(top);
    if (!top.next()) {
      const last = cursors.pop()!;
      if (last !== top) cursors[0] = last;
    }
    sink(cursors, 0, isBefore);
  }
}

function sink<Cursor>(heap: Cursor[], from: number, isBefore: (x: Cursor, y: Cursor) => boolean): void {
  for (let i = from; ; ) {
    let least = i;
    for (const child of [2 * i + 1, 2 * i + 2]) {
      if (child < heap.length && isBefore(heap[child], heap[least])) least = child;
    }
    if (least === i) return;
    [heap[i], heap[least]] = [heap[least], heap[i]];
    i = least;
  }
}
