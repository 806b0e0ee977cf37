import type { State } from './state.ts';

/** A binary heap that returns the state with the lowest bound first, then the one with the fewest moves, then the oldest. */
export class StateQueue {
  private readonly heap: { readonly state: State; readonly age: number }[] = [];
  private ages = 0;

  get size(): number {
    return this.heap.length;
  }

  push(state: State): void {
    const { heap } = this;
    const entry = { state, age: this.ages++ };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(entry, heap[up])) break;
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = entry;
  }

  pop(): State | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined) return undefined;
    if (heap.length === 0) return top.state;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && isBefore(heap[down + 1], heap[down])) down++;
      if (!isBefore(heap[down], last)) break;
      heap[at] = heap[down];
      at = down;
    }
    heap[at] = last;
    return top.state;
  }
}

interface Entry {
  readonly state: State;
  readonly age: number;
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.state.bound < b.state.bound ||
  (a.state.bound === b.state.bound &&
    (a.state.depth < b.state.depth || (a.state.depth === b.state.depth && a.age < b.age)));
