import type { Scene } from '../model/scene.ts';
import { timeAt } from '../model/view.ts';
import type { Look } from './look.ts';
import type { Numbers, Surface } from './surface.ts';

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** How much there is in each column, and how much trouble. */
interface Density {
  readonly version: number;
  readonly columns: number;
  readonly load: Float64Array;
  readonly trouble: Float64Array;
  readonly most: number;
  readonly worst: number;
}

const known = new WeakMap<Scene, Density>();

/** Counted when bars or conflicts have changed, not in each frame. */
const densityOf = (scene: Scene, extent: Extent, columns: number): Density => {
  const before = known.get(scene);
  if (before?.version === scene.version && before.columns === columns) return before;
  const load = new Float64Array(columns + 1);
  const trouble = new Float64Array(columns);
  const columnOf = (at: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor(((at - extent.from) / (extent.to - extent.from)) * columns)));
  for (const operation of scene.operationIds) {
    for (const { left, right } of scene.barsOfOperation(operation)) {
      load[columnOf(left)]++;
      load[columnOf(right) + 1]--;
    }
  }
  for (const { start, end } of scene.conflicts.values()) {
    for (let column = columnOf(start); column <= columnOf(end); column++) trouble[column]++;
  }
  for (let column = 1; column < columns; column++) load[column] += load[column - 1];
  const most = Math.max(1, ...load);
  const worst = Math.max(3, ...trouble);
  const density = { version: scene.version, columns, load, trouble, most, worst };
  known.set(scene, density);
  return density;
};

/** The whole time in small: how busy it is, where conflicts are, which part is shown. */
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
  const columns = Math.floor(overview.width / 3);
  const { load, trouble, most, worst } = densityOf(scene, extent, columns);
  const room = overview.height - 10;
  const busy: Numbers = [];
  const red: Numbers = [];
  for (let column = 0; column < columns; column++) {
    const x = overview.x + column * 3;
    const height = (load[column] / most) * room;
    busy.push(x, overview.y + overview.height - 3 - height, 2, height);
    const high = trouble[column] === 0 ? 0 : Math.max(3, (trouble[column] / worst) * room * 0.7);
    red.push(x, overview.y + overview.height - 3 - high, 2, high);
  }
  surface.fill(palette.line, busy);
  surface.fill(palette.red, red);
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
