/** Guarantee: what is drawn, hit and selected depends only on the document, not on the sequence of updates of the scene. */
import fc from '../../../tests/properties.ts';
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../../client/planningCopy.ts';
import { LiveDocument } from '../../planning/liveDocument.ts';
import { edits, ORIGIN, plannings } from '../../planning/testing/plannings.ts';
import { hitTest } from './hit.ts';
import { layOutLanes } from './lane.ts';
import { type Row, rowAt } from './rows.ts';
import { type PlacedBar, Scene } from './scene.ts';
import { lassoed } from './selection.ts';
import { fitTime, type View, xOf, zoomAt, timeAt } from './view.ts';
import { unassignedBeyond, visitBars, visitVisible } from './visible.ts';

const WIDTH = 1200;
const everyBar = (scene: Scene): readonly PlacedBar[] =>
  [...scene.operationIds].flatMap((id) => [...scene.barsOfOperation(id)]).filter(({ row }) => row >= 0);
const shape = (scene: Scene) =>
  [...everyBar(scene), ...scene.unassigned.bars]
    .map(({ bar, row, left, right, top, height }) => ({ bar, row, left, right, top, height }))
    .sort((a, b) => (a.bar.key < b.bar.key ? -1 : 1));
const views = fc
  .record({
    hours: fc.integer({ min: 1, max: 30 }),
    from: fc.integer({ min: -120, max: 1400 }),
    top: fc.integer({ min: 0, max: 120 }),
  })
  .map(
    ({ hours, from, top }): View => ({
      ...fitTime({ from: 0, secondsPerPixel: 1, top: 0 }, ORIGIN + from * 60, ORIGIN + (from + hours * 60) * 60, WIDTH),
      top,
    }),
  );

test('a point hits the bar that brute force finds there', () => {
  fc.assert(
    fc.property(
      plannings,
      views,
      fc.integer({ min: 0, max: WIDTH }),
      fc.integer({ min: 0, max: 200 }),
      (document, view, x, y) => {
        const scene = new Scene(new LiveDocument(new PlanningCopy(document, null)));
        const hit = hitTest(scene, view, x, y);
        const inside = everyBar(scene).filter(
          ({ left, right, top, height }) =>
            xOf(view, left) <= x && x <= xOf(view, right) && top <= y + view.top && y + view.top < top + height,
        );
        if (inside.length > 0) expect(inside).toContain(hit.bar);
        else if (hit.bar !== null) {
          const away = Math.max(xOf(view, hit.bar.left) - x, x - xOf(view, hit.bar.right));
          expect(away).toBeLessThanOrEqual(3);
        }
      },
    ),
  );
});

test('the visible bars are those that brute force finds in the window', () => {
  fc.assert(
    fc.property(plannings, views, (document, view) => {
      const scene = new Scene(new LiveDocument(new PlanningCopy(document, null)));
      const window = { from: view.from, to: timeAt(view, WIDTH), top: view.top, bottom: view.top + 90 };
      const found = new Set<PlacedBar>();
      visitVisible(scene, window, (placed) => found.add(placed));
      const isShown = ({ top, bottom }: Row): boolean => top < window.bottom && bottom > window.top;
      const shown = new Set(scene.rows.rows.filter(isShown).map(({ index }) => index));
      const expected = everyBar(scene).filter(
        ({ left, right, row }) => left < window.to && right > window.from && shown.has(row),
      );
      expect(found).toEqual(new Set(expected));
    }),
  );
});

test('each operation without a place is in the window, or counted before or after it, and the nearest ones are next to it', () => {
  fc.assert(
    fc.property(plannings, views, (document, view) => {
      const scene = new Scene(new LiveDocument(new PlanningCopy(document, null)));
      const to = timeAt(view, WIDTH);
      const { earlier, later } = unassignedBeyond(scene, view.from, to);
      const bars = scene.unassigned.bars.filter(({ bar }) => !bar.isBlocker);
      let inside = 0;
      visitBars(scene.unassigned, view.from, to, ({ bar }) => (inside += bar.isBlocker ? 0 : 1));
      expect(earlier.count + inside + later.count).toBe(bars.length);
      const ends = bars.map(({ right }) => right).filter((right) => right <= view.from);
      expect(earlier.nearest?.right).toBe(ends.length === 0 ? undefined : Math.max(...ends));
      const starts = bars.filter(({ right, left }) => right > view.from && left >= to).map(({ left }) => left);
      expect(later.nearest?.left).toBe(starts.length === 0 ? undefined : Math.min(...starts));
    }),
  );
});

test('an updated scene equals one that is rebuilt', () => {
  fc.assert(
    fc.property(plannings, fc.array(edits, { maxLength: 12 }), (document, gestures) => {
      const live = new LiveDocument(new PlanningCopy(document, null));
      const scene = new Scene(live);
      live.onChange(({ operations }) => scene.touch(operations));
      for (const edit of gestures) live.show(edit);
      expect(shape(scene)).toEqual(shape(new Scene(live)));
    }),
  );
});

test('bars of one lane never overlap, and a lasso around everything selects everything', () => {
  fc.assert(
    fc.property(plannings, (document) => {
      const scene = new Scene(new LiveDocument(new PlanningCopy(document, null)));
      for (const [row] of scene.rows.rows.entries()) {
        const placed: { readonly left: number; readonly right: number; readonly lane: number }[] = [];
        const { bars } = scene.rowBars(row);
        layOutLanes(bars, ({ left, right }, { lane }) => placed.push({ left, right, lane }));
        expect(placed).toHaveLength(bars.length);
        for (const [i, a] of placed.entries()) {
          for (const b of placed.slice(i + 1)) {
            if (a.lane === b.lane && a.lane < 3) expect(a.left < b.right && b.left < a.right).toBe(false);
          }
        }
      }
      const everything = { from: 0, to: 1e11, top: -1, bottom: scene.rows.height };
      expect(new Set(lassoed(scene, everything))).toEqual(new Set(everyBar(scene).map(({ bar }) => bar.operation)));
    }),
  );
});

test('rows are found by their pixel', () => {
  fc.assert(
    fc.property(plannings, fc.integer({ min: -5, max: 300 }), (document, y) => {
      const { rows } = new Scene(new LiveDocument(new PlanningCopy(document, null)));
      const row = rowAt(rows, y);
      if (y < 0) expect(row).toBe(-1);
      else if (y >= rows.height) expect(row).toBe(rows.rows.length);
      else expect(rows.rows.findIndex(({ top, bottom }) => top <= y && y < bottom)).toBe(row);
    }),
  );
});

test('zooming in and out keeps the time under the pointer', () => {
  fc.assert(
    fc.property(
      views,
      fc.integer({ min: 0, max: WIDTH }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (view, x, factor) => {
        const closer = zoomAt(view, x, factor);
        expect(Math.abs(timeAt(closer, x) - timeAt(view, x))).toBeLessThan(0.01);
      },
    ),
  );
});
