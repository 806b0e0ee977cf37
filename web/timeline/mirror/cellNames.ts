import { plural } from '../../../engine/wording.ts';
import { timesOf } from '../model/times.ts';
import type { PlacedBar, Scene } from '../model/scene.ts';

/** The accessible name of a bar, such as "DL 417 / DL 88, A12, 09:30–10:45, 1 conflict, locked"; with days where the plan has several. */
export const cellName = (scene: Scene, zone: string, { bar }: PlacedBar): string => {
  const { resource } = bar;
  const row = resource === null ? undefined : scene.rows.rowOf.get(resource);
  const place = row?.name ?? 'unassigned';
  const conflicts = scene.conflictsOf(bar.operation).length;
  const more = [
    conflicts > 0 ? plural(conflicts, 'conflict') : '',
    bar.isLocked ? 'locked' : '',
    bar.isBlocker ? 'closure' : '',
    scene.isChangedInDraft(bar.operation) ? 'changed in draft' : '',
  ].filter((text) => text !== '');
  return [`${bar.name}, ${place}, ${timesOf(zone, scene.busySpan()).span(bar.start, bar.end)}`, ...more].join(', ');
};
