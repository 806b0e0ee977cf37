import { expect, test } from 'vitest';
import * as fc from '../../tests/properties.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { assignmentFields, operationFields } from '../testing/samples.ts';
import { asVersion, type Version } from './entities.ts';
import { Layer } from './layer.ts';
import { LayeredState } from './layeredState.ts';
import { byAppearance } from './listOrder.ts';

const step = fc.record({
  layer: fc.constantFrom('mainline', 'draft'),
  of: fc.constantFrom('operation', 'assignment'),
  /** The first of a run of operations, and how many follow it; some runs are longer than what is moved one by one. */
  from: fc.nat(400),
  count: fc.oneof(fc.nat(3), fc.nat(3), fc.nat(300)),
  deletes: fc.boolean(),
  /** Several are created at the same time. */
  createdAt: fc.nat(5),
  reads: fc.boolean(),
});

// Guarantee: after any changes of the mainline and of a draft, with or without a read in between, both lists have the order that sorting them gives.
test('the order that layers hand on is the one that sorting gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const planning = { key: 1, id: 'p', organization: 'org' };
      const layers = { mainline: Layer.empty(false), draft: Layer.empty(true) };
      for (const [change, { layer, of, from, count, deletes, createdAt, reads }] of steps.entries()) {
        const { [layer]: known, mainline } = layers;
        const row = (kind: 'operation' | 'assignment', operation: string): Version => {
          const [own, below] = [known.get(kind, operation), mainline.get(kind, operation)];
          const common = {
            id: (own ?? below)?.id ?? `${kind === 'assignment' ? `a${change}` : ''}${operation}`,
            versionId: `${layer} ${change} ${kind} ${operation}`,
            workspace: layer === 'draft' ? 'draft' : null,
            change,
            base: layer === 'draft' ? (below?.versionId ?? null) : null,
            tombstone: deletes,
            validFrom: change,
            validTo: null,
            createdAt: (own ?? below)?.createdAt ?? createdAt,
          };
          return kind === 'operation'
            ? asVersion<'operation'>({ kind, ...common, fields: operationFields({ description: String(change) }) })
            : asVersion<'assignment'>({ kind, ...common, fields: assignmentFields(operation, null) });
        };
        const operations = Array.from({ length: count }, (_, i) => `o${(from + i * 7) % 400}`);
        const rows = operations.flatMap((operation): Version[] => {
          // As the store ensures: the mainline has assignments of its own operations only, and deletes them together.
          if (of === 'operation' && layer === 'mainline' && deletes)
            return [row('operation', operation), row('assignment', operation)];
          const isOrphan =
            layer === 'mainline' && of === 'assignment' && mainline.get('operation', operation) === undefined;
          return isOrphan ? [] : [row(of, operation)];
        });
        layers[layer] = known.advance(rows.map((version) => ({ version, released: false })));
        if (!reads && change < steps.length - 1) continue;
        for (const draft of [null, layers.draft]) {
          const state = new LayeredState(planning, draft && 'draft', change, layers.mainline, draft);
          for (const kind of ['operation', 'assignment'] as const) {
            const inOrder = atOnce(state.ordering(kind)).map((key) => state.atKey(kind, key)?.versionId);
            const sorted = [...state.all(kind)].sort(byAppearance).map(({ versionId }) => versionId);
            expect(inOrder).toEqual(sorted);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});
