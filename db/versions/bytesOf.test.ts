import { setImmediate as breathe } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { layerBytes } from './bytesOf.ts';
import type { Kind } from './entities.ts';
import { layerRow, type VersionRow } from './kinds.ts';
import { Layer } from './layer.ts';

const OPERATIONS = 5000;
const AT = 1_795_000_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const used = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** Creates every string anew, as the database driver does. */
const row = (id: string, n: number, fields: object): VersionRow =>
  JSON.parse(
    JSON.stringify({
      planning: 1,
      workspace: 0,
      id,
      versionId: `019a${String(n).padStart(8, '0')}-7000-8000-0000-${String(n).padStart(12, '0')}`,
      baseVersion: null,
      fromChange: 1,
      toChange: null,
      tombstone: false,
      released: false,
      validFrom: AT + n,
      validTo: null,
      createdAt: AT + n,
      ...fields,
    }),
  );

const taskOf = (operation: string, role: string, n: number): object => ({
  operation,
  role,
  externalId: null,
  taskName: `${role} ${n}`,
  scheduledTime: AT + 60_000 * n,
  expectedTime: AT + 60_000 * n + 1,
  expectedTimeP10: AT + 60_000 * n - 7,
  expectedTimeP90: AT + 60_000 * n + 9,
  expectedTimesSource: 'explicit',
  actualTime: null,
  sigma: null,
  skewFactor: null,
  imposedDelayInSeconds: 0,
  tags: [],
  isMock: false,
  metadata: {},
});

function* rows(): Generator<[Kind, VersionRow]> {
  for (let n = 0; n < OPERATIONS; n++) {
    const id = `planning-operation-${n}`;
    yield ['operation', row(id, n, { externalId: `X${n}`, description: null, metadata: {}, group: null, tags: ['a'] })];
    for (const role of ['inbound', 'outbound']) yield ['task', row(`${id}-${role}`, n, taskOf(id, role, n))];
    const parts = [{ id: `${id}-part`, resource: `resource-${n % 100}`, startAt: null, endAt: null, isFixed: false }];
    yield [
      'assignment',
      row(`${id}-assignment`, n, { operation: id, parts, metadata: {}, assignedAt: AT, assignedBy: null }),
    ];
  }
}

const made = (): Layer => Layer.empty(false).advance([...rows()].map(([kind, one]) => layerRow(kind, one, () => null)));

// Guarantee: the cache budget counts actual memory, so that CACHE_MEGABYTES are megabytes.
test('the estimate for a layer is close to its actual memory', async () => {
  const before = used();
  const layer = made();
  // Let the stack release what the layer was made from.
  await breathe();
  const taken = used() - before;
  expect(layerBytes(layer) / taken).toBeGreaterThan(0.8);
  expect(layerBytes(layer) / taken).toBeLessThan(1.25);
});
