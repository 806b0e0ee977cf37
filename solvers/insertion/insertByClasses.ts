import type { Highs } from 'highs';
import type { Plan } from '../../engine/board/plan.ts';
import { lowerBound } from '../../engine/binarySearch.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';
import { placeInClasses } from '../integer/classFlow.ts';
import { loadedHighs } from '../integer/loadHighs.ts';
import { periodsOf } from '../model/crossings.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { classOfRows, type RowClasses } from '../model/rowClasses.ts';
import { RowExchange } from './exchangeRows.ts';
import { leavesOutFewest } from './leftOut.ts';
import { RowClass } from './rowClass.ts';

const NONE = -1;
/** How often all pairs of rows are compared. */
const SWEEPS = 2;
/** With more rows than these, only rows of one class exchange: comparing all pairs would take long. */
const MOST_ROWS_ACROSS = 320;
/** The most columns for each part of a period with which a linear program is short. */
const COLUMNS_A_PART = 6;
/** Of the share of a part that is in one class, what counts as all of it. */
const WHOLE = 1 - 1e-6;
/** A linear program ends before, unless something is wrong. */
const MOST_SECONDS = 10;

/**
 * Finds room for parts that have no place, by exchanges between classes of rows that may take the same parts in the same ways. A part takes the room
 * of one that goes to another class, and so on, until a class has a free row at each moment, or one is left out that costs less. Parts that are then
 * still without a place are placed by a linear program on classes, if their periods are small and another plan may leave out fewer there. Finally,
 * rows exchange the parts that they have taken where that costs less. The plan never becomes worse, and respects maxReassignments. Returns the number
 * of parts that it examined for other classes. Source: Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2
 * (1955), for alternating paths and for trees that no later search enters; Golumbic, "Algorithmic Graph Theory and Perfect Graphs" (1980), section
 * 8.4: intervals need as many rows as overlap.
 */
export const insertByClasses = (
  relaxation: Relaxation,
  classes: RowClasses,
  plan: Plan,
  stop: () => boolean,
): number => {
  const search = new ClassSearch(relaxation, classes, plan);
  search.insertMissing(stop);
  if (search.placeAnew(stop)) search.insertMissing(stop);
  search.exchange(stop);
  return search.expanded;
};

class ClassSearch {
  expanded = 0;
  readonly relaxation: Relaxation;
  readonly classes: readonly RowClass[];
  /** The class and the row in it of each part of the model. */
  readonly classAt: Int32Array;
  private readonly rowAt: Int32Array;
  private readonly plan: Plan;
  private readonly lists: RowClasses;
  /** The part that takes the room of each one that the present search has reached, and the search that has. */
  private readonly by: Int32Array;
  private readonly reachedIn: Int32Array;
  private searches = 0;
  /** Marks parts from which a search found nothing since the plan was changed. */
  private readonly inVain: Uint8Array;

  constructor(relaxation: Relaxation, classes: RowClasses, plan: Plan) {
    const { model, partOf } = relaxation;
    this.relaxation = relaxation;
    this.plan = plan;
    this.lists = classes;
    this.classes = classes.map((rows) => new RowClass(model, rows));
    this.classAt = new Int32Array(model.partCount).fill(NONE);
    this.rowAt = new Int32Array(model.partCount).fill(NONE);
    this.by = new Int32Array(model.partCount);
    this.reachedIn = new Int32Array(model.partCount);
    this.inVain = new Uint8Array(model.partCount);
    const classOf = classOfRows(classes);
    const indexOf = new Int32Array(model.rowCount);
    for (const rows of classes) rows.forEach((row, index) => (indexOf[row] = index));
    for (let part = 0; part < model.partCount; part++) {
      const row = plan.placement[partOf[part]];
      if (row < 0) continue;
      const place = this.classes[classOf[row]].placeOf[part];
      if (place < 0) continue;
      this.classAt[part] = classOf[row];
      this.rowAt[part] = indexOf[row];
      this.classes[classOf[row]].put(place, indexOf[row]);
    }
  }

  insertMissing(stop: () => boolean): void {
    for (const part of this.missing()) {
      if (stop()) return;
      this.insert(part);
    }
  }

  /** The parts without a place, those first that cost most. */
  private missing(): number[] {
    const { partOf, model } = this.relaxation;
    const { leaveOut, partCount } = model;
    const missing: number[] = [];
    for (let part = 0; part < partCount; part++) if (this.plan.placement[partOf[part]] < 0) missing.push(part);
    return missing.sort((a, b) => leaveOut[b] - leaveOut[a] || a - b);
  }

  /** Finds room for the part by as few moves as possible. */
  private insert(root: number): void {
    const { classes, classAt, reachedIn } = this;
    const { leaveOut } = this.relaxation.model;
    const reached = [root];
    reachedIn[root] = ++this.searches;
    let cheapest = root;
    for (const part of reached) {
      this.expanded++;
      if (leaveOut[part] < leaveOut[cheapest]) cheapest = part;
      for (let to = 0; to < classes.length; to++) {
        if (to === classAt[part]) continue;
        const place = classes[to].placeOf[part];
        if (place < 0) continue;
        const full = classes[to].fullWithin(place, this.changesOf(root, part, to));
        if (full !== null) this.reach(part, to, full, reached);
        else if (this.move(root, part, to)) return;
      }
    }
    if (cheapest !== root && this.move(root, cheapest, NONE)) return;
    for (const part of reached) this.inVain[part] = 1;
  }

  /**
   * Places the parts of each period in which one still has no place by a linear program, which takes the fewest of them in other classes: a part that
   * changes its class counts with its cost on the most expensive row. Returns whether that changes the plan.
   */
  placeAnew(stop: () => boolean): boolean {
    const { model, start, end } = this.relaxation;
    const highs = loadedHighs();
    if (highs === null || model.usage.some((cost) => cost > 0)) return false;
    const { cost } = this.plan;
    for (const period of periodsOf(start, end)) {
      const { from, to } = period;
      if (stop()) break;
      if (this.columnsOf(from, to) > COLUMNS_A_PART * (to - from) || leavesOutFewest(this, period)) continue;
      this.placePeriod(highs, from, to, stop);
    }
    return this.plan.cost < cost;
  }

  private columnsOf(from: number, to: number): number {
    return this.classes.reduce((sum, { parts }) => sum + lowerBound(parts, to) - lowerBound(parts, from), 0);
  }

  private placePeriod(highs: Highs, from: number, to: number, stop: () => boolean): void {
    const { classes, classAt, rowAt, lists } = this;
    const { model } = this.relaxation;
    const costOf = (position: number, own: number): number => {
      const part = model.part[position];
      const place = position - model.rowStart[lists[own][0]];
      return classAt[part] === own ? classes[own].costOf(place, rowAt[part]) : classes[own].mostOf(place);
    };
    const options = { from, to, costOf, present: classAt, isNear: true, extraOf: null };
    const places = placeInClasses(highs, model, lists, options, { limitSeconds: MOST_SECONDS, stop });
    if (places === null) return;
    this.expanded += to - from;
    const isWhole = (part: number): boolean => places.share[part - from] > WHOLE;
    const isMoved = (part: number): boolean => places.classAt[part - from] !== classAt[part] || !isWhole(part);
    const moved = Array.from({ length: to - from }, (_, i) => from + i).filter(isMoved);
    for (const part of moved) {
      const own = classes[classAt[part]];
      own?.leave(own.placeOf[part], rowAt[part]);
    }
    const take = (part: number, own: number): boolean =>
      own !== NONE && classes[own].placeOf[part] >= 0 && classes[own].take(classes[own].placeOf[part]);
    for (const part of moved) if (isWhole(part)) take(part, places.classAt[part - from]);
    // What the program divides goes where there is room.
    for (const part of moved)
      if (!isWhole(part)) [places.classAt[part - from], ...classes.keys()].some((own) => take(part, own));
    if (!this.apply()) this.restore();
  }

  /** Lets rows exchange what they have taken where that costs less: any two rows, or only those of one class where there are too many. */
  exchange(stop: () => boolean): void {
    const { classes, relaxation } = this;
    const isAcross = relaxation.model.rowCount <= MOST_ROWS_ACROSS;
    const exchange = new RowExchange(classes, isAcross);
    for (let sweep = 0, saved = 1; sweep < SWEEPS && saved > 0; sweep++) saved = exchange.exchange(stop);
    if (!this.apply()) this.restore();
  }

  /** Reaches the parts in a class that are present whenever it is full; the one that takes the room of one of them then finds room. */
  private reach(part: number, to: number, [first, last]: readonly [number, number], reached: number[]): void {
    const { classAt, by, reachedIn, inVain, searches } = this;
    const { parts, next, load } = this.classes[to];
    for (let place = first, left = load[first]; left > 0 && place >= 0; place--) {
      const other = parts[place];
      if (classAt[other] !== to || next[place] <= first) continue;
      left--;
      if (next[place] <= last || reachedIn[other] === searches || inVain[other] === 1) continue;
      reachedIn[other] = searches;
      by[other] = part;
      reached.push(other);
    }
  }

  /** The places of a class that moves up to that of `part` take or give up, as `fullWithin` expects them. */
  private changesOf(root: number, part: number, to: number): readonly number[] {
    const { by, classAt } = this;
    const own = this.classes[to];
    const changes: number[] = [];
    for (let moved = part; moved !== root; moved = by[moved])
      if (classAt[moved] === to) changes.push(-1 - own.placeOf[moved], own.placeOf[by[moved]]);
    return changes;
  }

  /** Moves `last` to a class, or leaves it out, and each part before it to the class of the next one. Returns false if that does not make the plan cheaper. */
  private move(root: number, last: number, to: number): boolean {
    const { classes, classAt, rowAt, by } = this;
    const moves: [part: number, to: number][] = [];
    for (let part = last, into = to; ; part = by[part]) {
      moves.push([part, into]);
      if (part === root) break;
      into = classAt[part];
    }
    for (const [part] of moves) {
      const own = classes[classAt[part]];
      if (part !== root) own.leave(own.placeOf[part], rowAt[part]);
    }
    // Where the plan has conflicts, more than one part may have to go.
    const fits = moves.every(([part, into]) => into === NONE || classes[into].take(classes[into].placeOf[part]));
    if (!fits || !this.apply()) {
      this.restore();
      return false;
    }
    this.inVain.fill(0);
    return true;
  }

  private restore(): void {
    for (const own of this.classes) own.restore();
  }

  /** Changes the plan to what the rows have taken now. Returns false, after no change, if it does not become cheaper. */
  private apply(): boolean {
    const { plan, classes, classAt, rowAt } = this;
    const { partOf } = this.relaxation;
    const { cost } = plan;
    const destinations = this.destinations();
    plan.begin();
    for (const [part, row] of destinations) if (plan.placement[partOf[part]] !== row) plan.move(partOf[part], NONE);
    for (const [part, row] of destinations) plan.move(partOf[part], row);
    if (plan.cost >= cost || !isWithinLimit(plan)) {
      plan.rollback();
      return false;
    }
    plan.commit();
    for (const part of destinations.keys()) classAt[part] = NONE;
    classes.forEach((own, index) => {
      for (const [row] of own.changed()) {
        for (const place of own.taken[row]) {
          classAt[own.parts[place]] = index;
          rowAt[own.parts[place]] = row;
        }
      }
      own.keep();
    });
    return true;
  }

  /** The row of the model, or NONE, for each part of a row that was changed. */
  private destinations(): Map<number, number> {
    const destinations = new Map<number, number>();
    for (const own of this.classes)
      for (const [, before] of own.changed()) for (const place of before) destinations.set(own.parts[place], NONE);
    for (const own of this.classes)
      for (const [row] of own.changed())
        for (const place of own.taken[row]) destinations.set(own.parts[place], own.rows[row]);
    return destinations;
  }
}
