import type { Plan } from '../../engine/board/plan.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';

/** Where other methods take steps as well, so many parts whose places are looked at count as one step of the run. */
export const INSERTIONS_A_STEP = 100;
/** Above this many arcs the parts are inserted in one pass, in order of start. */
const REGRET_ARCS = 1_500_000;

/** Places that an insertion looks at before it looks whether the run stops. One takes up to 10 µs where rules concern many parts or resources. */
const BETWEEN_STOPS = 4096;

/** The part's cheapest place in the current plan. */
interface Choice {
  /** −1 when no place saves anything. */
  place: number;
  /** What the second cheapest place costs above the cheapest one. */
  regret: number;
}

const choose = (plan: Plan, part: number, choice: Choice): void => {
  const { arcStart, arcResource, arcCost, unassignedCost, current } = plan.instance;
  const spent = !isWithinLimit(plan);
  const without = unassignedCost[part];
  let first = 0;
  let second = 0;
  choice.place = -1;
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
    // Costs shared with other parts are never negative, so an arc that is no better by itself is no better with them.
    if (arcCost[arc] - without >= second || (spent && arcResource[arc] !== current[part])) continue;
    const delta = plan.addArcDelta(part, arc, second);
    if (delta < first) {
      second = first;
      first = delta;
      choice.place = arcResource[arc];
    } else if (delta < second) second = delta;
  }
  choice.regret = second - first;
};

/** Tells whether the run stops, from time to time. */
class Pace {
  private places = 0;
  private readonly arcStart: Int32Array;
  private readonly stop: () => boolean;

  constructor({ instance }: Plan, stop: () => boolean) {
    this.arcStart = instance.arcStart;
    this.stop = stop;
  }

  /** Whether the run stops before the places of this part are looked at. */
  stopsBefore(part: number): boolean {
    this.places += 1 + this.arcStart[part + 1] - this.arcStart[part];
    if (this.places < BETWEEN_STOPS) return false;
    this.places = 0;
    return this.stop();
  }
}

/** Puts each of the parts in turn where it is cheapest, if that saves anything. Returns the number of parts looked at. */
export const insertInOrder = (plan: Plan, parts: readonly number[], stop: () => boolean): number => {
  const choice: Choice = { place: -1, regret: 0 };
  const pace = new Pace(plan, stop);
  let steps = 0;
  for (const part of parts) {
    if (pace.stopsBefore(part)) break;
    steps++;
    choose(plan, part, choice);
    if (choice.place >= 0) plan.place(part, choice.place);
  }
  return steps;
};

/**
 * Regret insertion: the next part placed is the one whose second cheapest place costs most above its cheapest one. Regrets are
 * recomputed only when a part reaches the top of the heap. Parts for which no place saves anything stay without one.
 * Returns the number of steps taken. Source: Potvin, Rousseau, EJOR 66 (1993); lazy evaluation: Minoux (1978).
 */
export const insertByRegret = (plan: Plan, parts: readonly number[], stop: () => boolean): number => {
  const { arcStart } = plan.instance;
  const arcs = parts.reduce((sum, part) => sum + arcStart[part + 1] - arcStart[part], 0);
  if (arcs > REGRET_ARCS) return insertInOrder(plan, parts, stop);
  const choice: Choice = { place: -1, regret: 0 };
  const pace = new Pace(plan, stop);
  let steps = 0;
  const heap = new RegretHeap(parts.length);
  for (const part of parts) {
    if (pace.stopsBefore(part)) return steps;
    choose(plan, part, choice);
    heap.push(part, choice.regret);
    steps++;
  }
  while (heap.length > 0) {
    const part = heap.pop();
    if (pace.stopsBefore(part)) break;
    steps++;
    choose(plan, part, choice);
    if (choice.place < 0) continue;
    if (heap.length > 0 && choice.regret < heap.topKey) heap.push(part, choice.regret);
    else plan.place(part, choice.place);
  }
  return steps;
};

/** Binary heap, largest regret first, smaller part first among equals. */
class RegretHeap {
  length = 0;
  private readonly parts: Int32Array;
  private readonly keys: Float64Array;

  constructor(capacity: number) {
    this.parts = new Int32Array(capacity + 1);
    this.keys = new Float64Array(capacity + 1);
  }

  get topKey(): number {
    return this.keys[0];
  }

  private before(a: number, b: number): boolean {
    return this.keys[a] > this.keys[b] || (this.keys[a] === this.keys[b] && this.parts[a] < this.parts[b]);
  }

  private swap(a: number, b: number): void {
    const part = this.parts[a];
    const key = this.keys[a];
    this.parts[a] = this.parts[b];
    this.keys[a] = this.keys[b];
    this.parts[b] = part;
    this.keys[b] = key;
  }

  push(part: number, key: number): void {
    let at = this.length++;
    this.parts[at] = part;
    this.keys[at] = key;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.before(at, above)) break;
      this.swap(at, above);
      at = above;
    }
  }

  pop(): number {
    const top = this.parts[0];
    this.swap(0, --this.length);
    for (let at = 0; ; ) {
      let least = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2; child++) {
        if (child < this.length && this.before(child, least)) least = child;
      }
      if (least === at) return top;
      this.swap(at, least);
      at = least;
    }
  }
}
