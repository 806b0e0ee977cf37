import { describe, expect, test } from 'vitest';
import { compile } from '../instance/compile.ts';
import { placementOf } from '../instance/assignments.ts';
import type { DocumentRule, PlanningDocument, RunParameters } from '../instance/planningDocument.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { RULE_KINDS } from './rules/ruleKinds.ts';
import { evaluate, explain } from './evaluate.ts';

const at = (clock: string): string => `2026-11-20T${clock}:00Z`;

/** Builds an instance from lines `id from to resource`, followed by tags, group and flags: `a 10:00 11:00 r1 wide group:g blocker`. */
const day = (
  lines: readonly string[],
  rules: readonly Omit<DocumentRule, 'id' | 'name'>[],
  parameters: RunParameters = {},
) => {
  const rows = lines.map((line) => line.split(' '));
  const document: PlanningDocument = {
    format: 'tidegate/planning@1',
    planning: { name: 'Day' },
    locations: ['north', 'south'].map((id) => ({ id, name: id })),
    tags: ['wide', 'cargo'].map((uuid) => ({ uuid, category: 'is', value: uuid })),
    // r1 and r2 are neighbors and the children of r0; r3 stands alone in the south.
    resources: [
      { id: 'r0', name: '', location: 'north' },
      { id: 'r1', name: '', location: 'north', parent: 'r0', adjacent: ['r2'] },
      { id: 'r2', name: '', location: 'north', parent: 'r0', tags: ['cargo'] },
      { id: 'r3', name: '', location: 'south' },
    ],
    groups: [{ id: 'g', name: 'g' }],
    operations: rows.map(([id, from, to, , ...more]) => ({
      id,
      isBlocker: more.includes('blocker'),
      isFixedToResource: more.includes('fixed'),
      group: more.includes('group:g') ? 'g' : null,
      tags: more.filter((word) => word === 'wide' || word === 'cargo'),
      inboundTask: { taskName: '', expectedTime: at(from) },
      outboundTask: { taskName: '', expectedTime: at(to) },
    })),
    rules: rules.map((rule, i) => ({ id: `rule${i}`, name: '', ...rule })),
    assignments: rows.map(([operation, , , resource]) => ({ operation, resource: resource === '-' ? null : resource })),
    parameters,
  };
  return compile(document, { referenceTime: at('09:00') });
};

const levelsOf = (...of: Parameters<typeof day>) => {
  const instance = day(...of);
  const { conflicts, unassigned, rules } = evaluate(instance, placementOf(instance));
  return { conflicts: conflicts / 100, unassigned: unassigned / 100, rules: rules / 100 };
};

describe('conflicts', () => {
  test('touching windows do not overlap; two fixed operations may conflict, two blockers never', () => {
    expect(levelsOf(['a 10:00 11:00 r3', 'b 11:00 12:00 r3'], []).conflicts).toBe(0);
    expect(levelsOf(['a 10:00 11:00 r3 fixed', 'b 10:59 12:00 r3 fixed'], []).conflicts).toBe(2000);
    expect(levelsOf(['a 10:00 11:00 r3 blocker', 'b 10:59 12:00 r3'], []).conflicts).toBe(2000);
    expect(levelsOf(['a 10:00 11:00 r3 blocker', 'b 10:59 12:00 r3 blocker'], []).conflicts).toBe(0);
    expect(levelsOf(['a 10:00 11:00 - blocker', 'b 10:59 12:00 -'], [])).toEqual({
      conflicts: 0,
      unassigned: 1000,
      rules: 0,
    });
  });

  test('hard buffers make at most one conflict per pair, for every pair, and none in addition to an overlap', () => {
    const gap = (seconds: number) => ({ kind: 'buffer', hard: true, parameters: { seconds } });
    const three = ['a 10:00 11:00 r3', 'b 11:05 11:06 r3', 'c 11:09 12:00 r3'];
    expect(levelsOf(three, [gap(300)]).conflicts).toBe(2000);
    expect(levelsOf(three, [gap(301), gap(600)]).conflicts).toBe(3 * 2000);
    expect(levelsOf(['a 10:00 11:00 r3', 'b 10:30 12:00 r3'], [gap(600)]).conflicts).toBe(2000);
    const instance = day(three, [gap(200), gap(600), gap(400)]);
    expect(explain(instance, placementOf(instance)).map(({ rule }) => rule)).toEqual([1, 1, 1]);
  });

  test('hard adjacency makes one conflict per pair, however many rules it breaks', () => {
    const beside = { kind: 'adjacency', hard: true, operationTags: ['wide'], parameters: { relation: 'adjacent' } };
    expect(levelsOf(['a 10:00 11:00 r1 wide', 'b 10:30 12:00 r2'], [beside, beside]).conflicts).toBe(2000);
    expect(levelsOf(['a 10:00 11:00 r2 wide', 'b 10:30 12:00 r1'], [beside]).conflicts).toBe(2000);
    expect(levelsOf(['a 10:00 11:00 r1', 'b 10:30 12:00 r2'], [beside]).conflicts).toBe(0);
    expect(levelsOf(['a 10:00 11:00 r1 wide', 'b 11:00 12:00 r2'], [beside]).conflicts).toBe(0);
  });
});

describe('soft rules', () => {
  test('a buffer applies only when the earlier and the later operation have its tags', () => {
    const parameters = { seconds: 600, previousTags: ['wide'], nextTags: ['cargo'] };
    const rules = [{ kind: 'buffer', weight: 12.34, parameters }];
    expect(levelsOf(['a 10:00 11:00 r3 wide', 'b 11:05 12:00 r3 cargo'], rules).rules).toBe(12.34);
    expect(levelsOf(['a 10:00 11:00 r3 cargo', 'b 11:05 12:00 r3 wide'], rules).rules).toBe(0);
  });

  test('adjacency rules relate siblings, or parents and children', () => {
    const sibling = [{ kind: 'adjacency', weight: 5, parameters: { relation: 'sibling' } }];
    const parent = [{ kind: 'adjacency', weight: 7, operationTags: ['wide'], parameters: { relation: 'parent' } }];
    const three = ['a 10:00 11:00 r0 wide', 'b 10:30 12:00 r1', 'c 10:30 12:00 r2'];
    expect(levelsOf(three, sibling).rules).toBe(5);
    expect(levelsOf(three, parent).rules).toBe(14);
    expect(levelsOf([...three, 'd 10:00 12:00 r3 wide'], parent).rules).toBe(14);
  });

  test('a group rule charges each pair of its operations that is apart', () => {
    const four = [
      'a 10:00 11:00 r1 group:g',
      'b 12:00 13:00 r2 group:g',
      'c 14:00 15:00 r3 group:g',
      'd 14:00 15:00 - group:g',
    ];
    expect(levelsOf(four, [{ kind: 'group', weight: 3, parameters: { scope: 'resource' } }]).rules).toBe(9);
    expect(levelsOf(four, [{ kind: 'group', weight: 3, parameters: { scope: 'location' } }]).rules).toBe(6);
  });

  test('usage charges each resource with an operation, also a fixed one, but not with blockers alone', () => {
    const rules = [
      { kind: 'usage', weight: 4 },
      { kind: 'usage', weight: 1, resourceTags: ['cargo'] },
    ];
    expect(levelsOf(['a 10:00 11:00 r2 fixed', 'b 11:00 12:00 r2', 'c 10:00 11:00 r3 blocker'], rules).rules).toBe(5);
  });

  test('a tag that no longer exists matches nothing, an empty list everything', () => {
    const rule = (resourceTags: readonly string[], kind = 'match') => [{ kind, weight: 2, resourceTags }];
    expect(levelsOf(['a 10:00 11:00 r2'], rule(['gone'])).rules).toBe(0);
    expect(levelsOf(['a 10:00 11:00 r2'], rule(['gone', 'cargo'])).rules).toBe(2);
    expect(levelsOf(['a 10:00 11:00 r2'], rule([])).rules).toBe(2);
    expect(levelsOf(['a 10:00 11:00 r2'], rule(['cargo'], 'mismatch')).rules).toBe(0);
    expect(levelsOf(['a 10:00 11:00 r3'], rule(['cargo'], 'mismatch')).rules).toBe(2);
  });

  test('stability multiplies the reassignment weight within its lead time', () => {
    const near = { kind: 'stability', parameters: { withinSeconds: 3600, factor: 5 } };
    const wide = { kind: 'stability', operationTags: ['wide'], parameters: { withinSeconds: 86_400, factor: 0.5 } };
    const instance = day(['a 10:00 11:00 r1', 'b 10:01 11:00 r2 wide', 'c 09:59 11:00 r3 wide'], [near, wide]);
    const moved = placementOf(instance).map((place) => (place + 1) % 4);
    expect(
      explain(instance, moved)
        .filter(({ kind }) => kind === 'reassigned')
        .map(({ cost }) => cost),
    ).toEqual([2500, 5000, 500]);
    const lost = evaluate(instance, placementOf(instance).fill(-1));
    expect([lost.reassigned, lost.unassigned]).toEqual([0, 300_000]);
  });
});

test('every rule kind has a description and a JSON schema of its parameters', () => {
  for (const { kind, description, parameters } of RULE_KINDS) {
    expect(kind).toMatch(/^[a-z]+$/);
    expect(description.length).toBeGreaterThan(40);
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
  }
  expect(new Set(RULE_KINDS.map(({ kind }) => kind)).size).toBe(RULE_KINDS.length);
});

// Guarantee: no kind is left out by the property tests, whose oracle then has to know it.
test('random documents have rules of every kind', () => {
  const drawn = new Set(
    Array.from({ length: 200 }, (_, seed) => randomDocument(seed).rules.map(({ kind }) => kind)).flat(),
  );
  expect([...drawn].toSorted()).toEqual(RULE_KINDS.map(({ kind }) => kind).toSorted());
});
