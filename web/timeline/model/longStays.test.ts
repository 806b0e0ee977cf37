/** Guarantee: a plan of several days with long stays is shown and said as such, as berth plans are. */
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../../client/planningCopy.ts';
import { LiveDocument } from '../../planning/liveDocument.ts';
import { ORIGIN } from '../../planning/testing/plannings.ts';
import { cellName } from '../mirror/cellNames.ts';
import { sayBar } from './saying.ts';
import { Scene } from './scene.ts';

const HOUR = 3600;

/** A vessel of `hours` on the only berth, every `hours` + 2 hours from midnight on Friday, 1 May 2026. */
const sceneOf = (count: number, hours: number): Scene => {
  const task = (taskName: string, at: number) => ({ taskName, expectedTime: new Date(at * 1000).toISOString() });
  const stays = Array.from({ length: count }, (_, i) => ORIGIN + i * (hours + 2) * HOUR);
  return new Scene(
    new LiveDocument(
      new PlanningCopy(
        {
          format: 'tidegate/planning@1',
          planning: { id: 'p', name: 'P' },
          locations: [{ id: 'quay', name: 'Quay' }],
          tags: [],
          resources: [{ id: 'b1', name: 'Berth 1', location: 'quay' }],
          groups: [],
          rules: [],
          operations: stays.map((at, i) => ({
            id: `o${i}`,
            inboundTask: task('Ever Fit', at),
            outboundTask: task('Ever Fit', at + hours * HOUR),
          })),
          assignments: stays.map((_, i) => ({ operation: `o${i}`, resource: 'b1' })),
        },
        null,
      ),
    ),
  );
};

const saidOf = (scene: Scene, id: string): readonly (string | undefined)[] => {
  const [placed] = scene.barsOfOperation(id);
  return placed === undefined ? [] : [cellName(scene, 'UTC', placed), sayBar(scene, 'UTC', placed)[1]];
};

test('bars of several days have their days', () => {
  expect(saidOf(sceneOf(8, 28), 'o1')).toEqual([
    'Ever Fit, Berth 1, Sat 2 06:00–Sun 3 10:00',
    'Berth 1 · Sat 2 06:00–Sun 3 10:00',
  ]);
});

test('bars of one day do not, unless a stay is as long as a day', () => {
  expect(saidOf(sceneOf(6, 1), 'o1')).toEqual(['Ever Fit, Berth 1, 03:00–04:00', 'Berth 1 · 03:00–04:00']);
  expect(saidOf(sceneOf(1, 28), 'o0')).toEqual([
    'Ever Fit, Berth 1, Fri 1 00:00–Sat 2 04:00',
    'Berth 1 · Fri 1 00:00–Sat 2 04:00',
  ]);
});

test('four typical stays are shown at first, and at least twelve hours', () => {
  const shown = (scene: Scene): number => {
    const { from = 0, to = 0 } = scene.firstHours(null) ?? {};
    return (to - from) / HOUR;
  };
  expect(shown(sceneOf(8, 28))).toBe(112);
  expect(shown(sceneOf(8, 1))).toBe(12);
});
