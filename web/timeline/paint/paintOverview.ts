import { present } from '../../../engine/present.ts';
import type { Scene } from '../model/scene.ts';
import { timeAt } from '../model/view.ts';
import type { Box } from './frame.ts';
import type { Look } from './look.ts';
import type { Numbers, Surface } from './surface.ts';

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** The numbers of bars and of conflicts in each column, as rectangles. */
interface Density {
  readonly version: number;
  readonly overview: Box;
  readonly busy: Numbers;
  readonly red: Numbers;
}

const COLUMN = 3;
/** The number of simultaneous conflicts that fills the height if there are never more. */
const LEAST_WORST = 3;

const known = new WeakMap<Scene, Density>();

/** The cached density, computed again only when bars, conflicts or the size have changed. */
const densityOf = (scene: Scene, extent: Extent, overview: Box): Density => {
  const before = known.get(scene);
  const isSame = (one: Box): boolean => one.x === overview.x && one.y === overview.y && one.width === overview.width;
  if (before?.version === scene.version && isSame(before.overview)) return before;
  const count = Math.max(1, Math.floor(overview.width / COLUMN));
  const columns = Array.from({ length: count }, () => ({ begun: 0, ended: 0, load: 0, trouble: 0 }));
  const indexOf = (at: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(((at - extent.from) / (extent.to - extent.from)) * count)));
  for (const operation of scene.operationIds) {
    for (const { left, right } of scene.barsOfOperation(operation)) {
      present(columns[indexOf(left)]).begun++;
      present(columns[indexOf(right)]).ended++;
    }
  }
  for (const { start, end } of scene.conflicts.values()) {
    for (const column of columns.slice(indexOf(start), indexOf(end) + 1)) column.trouble++;
  }
  let open = 0;
  for (const column of columns) {
    column.load = open + column.begun;
    open = column.load - column.ended;
  }
  const most = Math.max(1, ...columns.map(({ load }) => load));
  const worst = Math.max(LEAST_WORST, ...columns.map(({ trouble }) => trouble));
  const room = overview.height - 10;
  const busy: Numbers = [];
  const red: Numbers = [];
  for (const [i, { load, trouble }] of columns.entries()) {
    const x = overview.x + i * COLUMN;
    const height = (load / most) * room;
    if (height > 0) busy.push(x, overview.y + overview.height - 3 - height, 2, height);
    const high = trouble === 0 ? 0 : Math.max(3, (trouble / worst) * room * 0.7);
    if (high > 0) red.push(x, overview.y + overview.height - 3 - high, 2, high);
  }
  const density = { version: scene.version, overview, busy, red };
  known.set(scene, density);
  return density;
};

/** Paints the overview of the whole time: how busy it is, where conflicts are, and which part is shown. */
export const paintOverview = (
  surface: Surface,
  look: Look,
  extent: { readonly from: number; readonly to: number } | null,
): void => {
  const { frame, palette, scene, view, now } = look;
  const { overview } = frame;
  surface.fill(palette.ground, [0, overview.y, frame.width, overview.height]);
  surface.lines(palette.line, 1, [0, overview.y + 0.5, frame.width, overview.y + 0.5]);
  if (extent === null || overview.width <= 0) return;
  const scale = overview.width / (extent.to - extent.from);
  const density = densityOf(scene, extent, overview);
  surface.picture(density, overview.x, overview.y + 1, overview.width, overview.height - 1, (small) => {
    small.fill(palette.line, density.busy);
    small.fill(palette.red, density.red);
  });
  const xAt = (at: number): number => overview.x + (at - extent.from) * scale;
  if (now !== null) surface.lines(palette.ink, 1.5, [xAt(now), overview.y, xAt(now), overview.y + overview.height]);
  const left = Math.max(overview.x, xAt(view.from));
  const right = Math.min(overview.x + overview.width, xAt(timeAt(view, frame.body.width)));
  surface.fill(
    `color-mix(in oklab, ${palette.blue} 12%, transparent)`,
    [left, overview.y + 2, right - left, overview.height - 3],
    3,
  );
  surface.outline(palette.blue, 1.5, [left + 1, overview.y + 2.5, right - left - 2, overview.height - 4], {
    radius: 3,
  });
};
