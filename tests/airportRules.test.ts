/** Guarantee: each example of docs/rules.md does what the page says. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../engine/instance/compile.ts';
import type { DocumentOperation, PlanningDocument } from '../engine/instance/planningDocument.ts';
import { evaluate } from '../engine/objective/evaluate.ts';
import { RULE_KINDS } from '../engine/objective/rules/ruleKinds.ts';
import { exhaustiveCost } from '../solvers/testing/exhaustive.ts';

const text = readFileSync(path.join(import.meta.dirname, '../docs/rules.md'), 'utf8');
const examples = new Map(
  [...text.matchAll(/^```json (\w+)\n([\s\S]*?)^```$/gm)].map(([, name, json]) => [
    name,
    JSON.parse(json) as Partial<PlanningDocument>,
  ]),
);

test.each(RULE_KINDS.map(({ kind }) => kind))('the page says what needs %s', (kind) => {
  expect(text).toContain(`\`${kind}\``);
});

interface Stay {
  /** Times are in minutes after eight. */
  readonly from: number;
  readonly to: number;
  readonly tags?: readonly string[];
  readonly inTags?: readonly string[];
  readonly outTags?: readonly string[];
  readonly group?: string;
  readonly isBlocker?: boolean;
  /** Tags of the flight. */
  readonly name?: string;
  /** The resource on which it is. */
  readonly on?: string;
}

const MINUTE_MS = 60_000;
const at = (minutes: number): string => new Date(Date.UTC(2026, 5, 1, 8) + minutes * MINUTE_MS).toISOString();

/** An instance of the example with these stays, each on the resource that it names. */
const instanceOf = (name: string, stays: Readonly<Record<string, Stay>>) => {
  const operations = Object.entries(stays).map(
    ([
      id,
      { from, to, tags = [], inTags = [], outTags = [], group = null, isBlocker = false, name = id },
    ]): DocumentOperation => ({
      id,
      tags,
      group,
      isBlocker,
      inboundTask: { taskName: `${name} in`, expectedTime: at(from), tags: inTags },
      outboundTask: { taskName: `${name} out`, expectedTime: at(to), tags: outTags },
    }),
  );
  return compile({
    format: 'tidegate/planning@1',
    planning: { name },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: [],
    groups: [],
    rules: [],
    ...examples.get(name)!,
    operations,
    assignments: Object.entries(stays).flatMap(([operation, { on }]) =>
      on === undefined ? [] : [{ operation, resource: on }],
    ),
  });
};

/** The number of conflicts and the cost of the rules, with the stays where they are. */
const judge = (name: string, stays: Readonly<Record<string, Stay>>): { conflicts: number; rules: number } => {
  const instance = instanceOf(name, stays);
  const { conflicts, rules } = evaluate(instance, instance.placed);
  return { conflicts: conflicts / instance.conflictCost, rules: rules / 100 };
};

/** The resources that a stay may use. */
const open = (name: string, stay: Omit<Stay, 'from' | 'to'>): readonly string[] => {
  const { names, arcResource } = instanceOf(name, { one: { from: 0, to: 60, ...stay } });
  return Array.from(arcResource, (resource) => names.resources[resource]).sort();
};

const hour = { from: 0, to: 60 };

test('every example of the page is tried here, and is in its table', () => {
  expect([...examples.keys()].sort()).toEqual(Object.keys(CHECKS).sort());
  for (const name of examples.keys()) expect(text).toContain(`](#${name})`);
});

const CHECKS: Readonly<Record<string, () => void>> = {
  size: () => {
    expect(open('size', { tags: ['takes-c'] })).toEqual(['1', '2']);
    expect(open('size', { tags: ['takes-e'] })).toEqual(['2']);
  },
  mars: () => {
    expect(open('mars', { tags: ['takes-e'] })).toEqual(['12']);
    expect(judge('mars', { a: { ...hour, on: '12L' }, b: { ...hour, on: '12R' } }).conflicts).toBe(0);
    expect(judge('mars', { a: { ...hour, on: '12' }, b: { ...hour, on: '12R' } }).conflicts).toBe(1);
    expect(
      judge('mars', { w: { ...hour, on: '12' }, a: { ...hour, on: '12L' }, b: { ...hour, on: '12R' } }).conflicts,
    ).toBe(2);
    expect(judge('mars', { a: { ...hour, on: '12L' }, works: { ...hour, isBlocker: true, on: '12' } }).conflicts).toBe(
      1,
    );
    expect(judge('mars', { a: { ...hour, on: '12' }, b: { from: 60, to: 90, on: '12L' } }).conflicts).toBe(0);
  },
  wingspan: () => {
    const wide = { ...hour, tags: ['e'] };
    expect(judge('wingspan', { a: { ...wide, on: '1' }, b: { ...wide, on: '2' } }).conflicts).toBe(1);
    expect(judge('wingspan', { a: { ...wide, on: '3' }, b: { ...wide, on: '2' } }).conflicts).toBe(1);
    expect(judge('wingspan', { a: { ...wide, on: '1' }, b: { ...wide, on: '3' } }).conflicts).toBe(0);
    expect(judge('wingspan', { a: { ...wide, on: '1' }, b: { ...hour, on: '2' } }).conflicts).toBe(0);
  },
  terminal: () => {
    expect(judge('terminal', { a: { ...hour, tags: ['xy'], on: 'A1' } }).rules).toBe(0);
    expect(judge('terminal', { a: { ...hour, tags: ['xy'], on: 'B1' } }).rules).toBe(8);
    expect(open('terminal', { tags: ['zz'] })).toEqual(['B1']);
  },
  berths: () => {
    expect(open('berths', { tags: ['up-to-300'] })).toEqual(['1', '2', '3']);
    expect(open('berths', { tags: ['up-to-400'] })).toEqual(['1', '3']);
    expect(open('berths', { tags: ['up-to-400', 'ulcv'] })).toEqual(['1']);
    const [reefer, dangerous] = [
      { ...hour, tags: ['reefer'] },
      { ...hour, tags: ['dangerous'] },
    ];
    expect(judge('berths', { a: { ...reefer, on: '1' }, b: { ...dangerous, on: '2' } }).conflicts).toBe(1);
    expect(judge('berths', { a: { ...dangerous, on: '1' }, b: { ...reefer, on: '2' } }).conflicts).toBe(1);
    expect(judge('berths', { a: { ...reefer, on: '1' }, b: { ...dangerous, on: '3' } }).conflicts).toBe(0);
    expect(judge('berths', { a: { ...hour, on: '1' }, b: { from: 119, to: 200, on: '1' } }).conflicts).toBe(1);
    expect(judge('berths', { a: { ...hour, on: '1' }, b: { from: 120, to: 200, on: '1' } }).conflicts).toBe(0);
    expect(judge('berths', { a: { ...hour, tags: ['xy'], on: '3' } }).rules).toBe(25);
  },
  border: () => {
    expect(open('border', { inTags: ['s'], outTags: ['s'] })).toEqual(['M', 'S']);
    expect(open('border', { inTags: ['n'], outTags: ['n'] })).toEqual(['M', 'N']);
    expect(open('border', { inTags: ['s'], outTags: ['n'] })).toEqual(['M']);
    const after = (tag: string, minutes: number): number =>
      judge('border', {
        first: { ...hour, inTags: ['s'], outTags: ['s'], on: 'M' },
        next: { from: 60 + minutes, to: 200, inTags: [tag], outTags: [tag], on: 'M' },
      }).conflicts;
    expect([after('n', 19), after('n', 20), after('s', 0)]).toEqual([1, 0, 0]);
  },
  gap: () => {
    const after = (minutes: number, tags: readonly string[] = []) =>
      judge('gap', { first: { ...hour, tags, on: '1' }, next: { from: 60 + minutes, to: 120, on: '1' } });
    expect(after(9)).toEqual({ conflicts: 1, rules: 3 });
    expect(after(10)).toEqual({ conflicts: 0, rules: 3 });
    expect(after(19, ['wide']).conflicts).toBe(1);
    expect(after(20, ['wide'])).toEqual({ conflicts: 0, rules: 3 });
    expect(after(30)).toEqual({ conflicts: 0, rules: 0 });
  },
  remote: () => {
    const two = { a: hour, b: { from: 30, to: 90 }, c: { from: 90, to: 120 } };
    expect(judge('remote', { a: { ...hour, on: 'R1' } }).rules).toBe(35);
    expect(judge('remote', { a: { ...hour, on: 'R1' }, b: { from: 60, to: 90, on: 'R1' } }).rules).toBe(55);
    expect(judge('remote', { works: { ...hour, isBlocker: true, on: 'R1' } }).rules).toBe(0);
    // The cheapest plan puts only one of the two that overlap on the remote stand.
    expect(exhaustiveCost(instanceOf('remote', two))).toBe(100 * 35);
  },
  night: () => {
    const stop = { from: 0, to: 8 * 60, tags: ['night'] };
    expect(judge('night', { a: { ...stop, on: 'A1' } }).rules).toBe(16);
    expect(judge('night', { a: { ...stop, on: 'R1' } }).rules).toBe(-12);
    expect(judge('night', { a: { ...hour, on: 'A1' } }).rules).toBe(0);
  },
  towing: () => {
    const arrives = { ...hour, tags: ['arrival'], group: 'tail' };
    const parks = { from: 60, to: 600, group: 'tail' };
    expect(judge('towing', { a: { ...arrives, on: 'A1' }, p: { ...parks, on: 'A1' } })).toEqual({
      conflicts: 0,
      rules: 0,
    });
    expect(judge('towing', { a: { ...arrives, on: 'A1' }, p: { ...parks, on: 'R1' } }).rules).toBe(40);
    // The next aircraft needs its distance, which makes the tow worthwhile.
    const next = { from: 65, to: 120, tags: ['arrival'], on: 'A1' };
    expect(judge('towing', { a: { ...arrives, on: 'A1' }, next }).conflicts).toBe(1);
    const works = { from: 0, to: 60, isBlocker: true, on: 'R1' };
    const late = { from: 90, to: 600, isBlocker: true, on: 'A1' };
    expect(exhaustiveCost(instanceOf('towing', { arrives, parks, works }))).toBe(0);
    expect(exhaustiveCost(instanceOf('towing', { arrives, parks, works, late }))).toBe(100 * 40);
  },
  pushback: () => {
    const leaves = (minutes: number, on: string): number =>
      judge('pushback', { a: { ...hour, on: '1' }, b: { from: 0, to: 60 + minutes, on } }).rules;
    expect([leaves(4, '2'), leaves(-4, '2'), leaves(5, '2'), leaves(0, '3')]).toEqual([6, 6, 0, 0]);
    const apart = {
      a: { ...hour, on: '1' },
      b: { from: 61, to: 63, on: '2' },
      works: { ...hour, isBlocker: true, on: '2' },
    };
    expect(judge('pushback', apart)).toEqual({ conflicts: 0, rules: 6 });
  },
  habit: () => {
    const was = (id: string, more: Partial<Stay> = {}) => ({ ...hour, name: 'KL 1', on: id, ...more });
    const on = (id: string) => ({ from: 1440, to: 1500, name: 'KL 1', on: id });
    expect(judge('habit', { first: was('1'), next: on('1') }).rules).toBe(0);
    expect(judge('habit', { first: was('1'), next: on('2') }).rules).toBe(4);
    expect(judge('habit', { first: was('1'), next: { ...on('2'), name: 'KL 2' } }).rules).toBe(0);
    expect(judge('habit', { first: was('1', { tags: ['model'] }), next: on('2') }).rules).toBe(14);
    const between = { from: 120, to: 180, name: 'KL 1', on: '2' };
    // From its last place back to that of the reference day.
    expect(judge('habit', { first: was('1', { tags: ['model'] }), between, next: on('1') }).rules).toBe(14 + 4);
  },
  wear: () => {
    const hours = [0, 60, 120, 180].map((from) => ({ from, to: from + 60 }));
    const onto = (...places: readonly string[]): number =>
      judge('wear', Object.fromEntries(places.map((on, i) => [`o${i}`, { ...hours[i], on }]))).rules;
    expect([onto('1', '2', '1', '2'), onto('1', '1', '1', '2'), onto('1', '1', '1', '1')]).toEqual([1, 1.5, 3]);
    expect(onto('3', '3', '3', '3')).toBe(0);
    expect(judge('wear', { a: { ...hours[0], on: '1' }, works: { ...hours[1], isBlocker: true, on: '1' } }).rules).toBe(
      0,
    );
  },
  priority: () => {
    const instance = instanceOf('priority', { plain: hour, hub: { ...hour, tags: ['hub'] } });
    expect(exhaustiveCost(instance)).toBe(100 * (1000 - 300));
    expect(judge('priority', { works: { ...hour, tags: [], isBlocker: true, on: '1' } }).rules).toBe(0);
    expect(judge('priority', { hub: { ...hour, tags: ['hub'], on: '1' } }).rules).toBe(-300);
  },
  closure: () => {
    const works = { from: 0, to: 600, isBlocker: true, on: '1' };
    expect(judge('closure', { works, a: { ...hour, on: '1' } })).toEqual({ conflicts: 1, rules: 20 });
    expect(judge('closure', { works, a: { ...hour, on: '2' } })).toEqual({ conflicts: 0, rules: 0 });
    expect(judge('closure', { works: { ...works, tags: ['crane'] } })).toEqual({ conflicts: 0, rules: 40 });
    expect(exhaustiveCost(instanceOf('closure', { works, a: hour, b: hour }))).toBe(100 * 1000);
  },
};

test.each(Object.keys(CHECKS))('%s', (name) => CHECKS[name]());
