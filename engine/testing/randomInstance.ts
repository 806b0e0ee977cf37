import { compile } from '../instance/compile.ts';
import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { formatInstant, parseInstant } from '../instance/instant.ts';
import type {
  DocumentAssignment,
  DocumentAssignmentPart,
  DocumentOperation,
  DocumentResource,
  DocumentRule,
  DocumentTask,
  PlanningDocument,
  RunParameters,
} from '../instance/planningDocument.ts';
import type { Placement } from '../objective/score.ts';
import { createRandom, pick, type Random } from '../random.ts';

/** Sizes of a random document; absent ones are drawn at random, up to 8 operations on up to 5 resources. */
export interface RandomSize {
  readonly operations?: number;
  readonly resources?: number;
}

const ORIGIN_MS = 1_780_000_000_000;
const MINUTE_MS = 60_000;
const TAGS = ['a', 'b', 'c', 'd'] as const;

/**
 * A small document with everything that a document can have: every rule kind, soft and hard, adversarial weights, required tags,
 * blockers, fixed and started operations, splits, overrides, groups, crossed times, uncertainty, and run parameters. The same seed
 * gives the same document.
 */
export const randomDocument = (seed: number, size: RandomSize = {}): PlanningDocument => {
  const random = createRandom(seed);
  const resourceCount = size.resources ?? 1 + random.below(5);
  const operationCount = size.operations ?? 1 + random.below(8);
  const resources = Array.from({ length: resourceCount }, (_, i) => randomResource(random, i, resourceCount));
  const operations = Array.from({ length: operationCount }, (_, i) => randomOperation(random, i, operationCount));
  const assignments = operations.flatMap((operation) => {
    const draw = random.next();
    if (draw < 0.3 && operation.isBlocker !== true) return [];
    return [randomAssignment(random, operation, resourceCount, draw > 0.85)];
  });
  const wild = chance(random, 0.3);
  return {
    format: 'tidegate/planning@1',
    planning: {
      id: `random-${seed}`,
      name: `Random ${seed}`,
      weights: {
        conflict: pick(random, [2000, 100, 5, 0]),
        unassigned: pick(random, [1000, 50, 10_000, 0]),
        reassigned: pick(random, [10, 0, 2.5, 600]),
        risk: pick(random, [0, 0, 0, 30]),
      },
    },
    locations: ['north', 'south'].map((id) => ({ id, name: id })),
    tags: [...TAGS.map((uuid) => ({ uuid, category: 'any', value: uuid })), ...['large', 'cold'].map(requiredTag)],
    resources,
    groups: ['g', 'h'].map((id) => ({ id, name: id })),
    operations,
    rules: Array.from({ length: random.below(7) }, (_, i) => randomRule(random, i, wild)),
    assignments,
    parameters: randomParameters(random, operationCount),
  };
};

export const randomInstance = (seed: number, size: RandomSize = {}): Instance =>
  compile(randomDocument(seed, size), { referenceTime: formatInstant(ORIGIN_MS) });

/** A random plan that respects eligibility and pins, but not conflicts. */
export const randomPlacement = (instance: Instance, random: Random): Placement =>
  instance.pinned.map((pinned, part) => {
    if (pinned !== NOT_PINNED) return pinned;
    const arcs = instance.arcStart[part + 1] - instance.arcStart[part];
    const draw = random.below(arcs + 1);
    return draw === arcs ? -1 : instance.arcResource[instance.arcStart[part] + draw];
  });

const chance = (random: Random, probability: number): boolean => random.next() < probability;

const some = (random: Random, from: readonly string[], probability: number): readonly string[] =>
  from.filter(() => chance(random, probability));

const requiredTag = (uuid: string) => ({ uuid, category: 'required', value: uuid, required: true });

const randomResource = (random: Random, i: number, count: number): DocumentResource => ({
  id: `r${i}`,
  name: `Stand ${i}`,
  location: pick(random, ['north', 'south']),
  adjacent: chance(random, 0.5) ? [`r${random.below(count)}`] : [],
  parent: chance(random, 0.4) ? `r${random.below(count)}` : null,
  tags: [...some(random, TAGS, 0.4), ...some(random, ['large', 'cold'], 0.7)],
});

const randomOperation = (random: Random, i: number, count: number): DocumentOperation => {
  const spreadMinutes = 20 + 12 * count;
  const startMs = ORIGIN_MS + 5 * MINUTE_MS * random.below(Math.ceil(spreadMinutes / 5));
  const endMs = startMs + 5 * MINUTE_MS * (1 + random.below(chance(random, 0.1) ? 40 : 10));
  const crossed = chance(random, 0.05);
  return {
    id: `o${i}`,
    isBlocker: chance(random, 0.08),
    isFixedToResource: chance(random, 0.08),
    tags: [...some(random, TAGS, 0.25), ...some(random, ['large', 'cold'], 0.15)],
    group: chance(random, 0.5) ? pick(random, ['g', 'h']) : null,
    inboundTask: randomTask(random, startMs, chance(random, 0.08)),
    outboundTask: chance(random, 0.03) ? null : randomTask(random, crossed ? startMs - MINUTE_MS : endMs, false),
  };
};

const randomTask = (random: Random, timeMs: number, hasActual: boolean): DocumentTask => ({
  taskName: pick(random, ['task', 'KL 1', 'KL 2', 'KL 3']),
  scheduledTime: formatInstant(timeMs - (chance(random, 0.2) ? 10 * MINUTE_MS : 0)),
  expectedTime: formatInstant(timeMs),
  imposedDelayInSeconds: chance(random, 0.1) ? 300 : null,
  actualTime: hasActual ? formatInstant(timeMs + 2 * MINUTE_MS) : null,
  tags: some(random, TAGS, 0.05),
  ...(chance(random, 0.3) ? { sigma: 60 * (1 + random.below(10)), skewFactor: random.next() * 1.8 - 0.9 } : {}),
});

const randomAssignment = (
  random: Random,
  { id, inboundTask, outboundTask }: DocumentOperation,
  resourceCount: number,
  isSplit: boolean,
): DocumentAssignment => {
  const place = (): string | null => (chance(random, 0.1) ? null : `r${random.below(resourceCount)}`);
  const override = chance(random, 0.2) ? { override: true } : {};
  if (!isSplit || !inboundTask || !outboundTask) return { operation: id, resource: place(), ...override };
  const startMs = parseInstant(inboundTask.expectedTime);
  const atMs = startMs + 5 * MINUTE_MS * random.below(6);
  const gapMs = chance(random, 0.3) ? 5 * MINUTE_MS : 0;
  const parts: DocumentAssignmentPart[] = [
    { endAt: formatInstant(atMs), resource: place(), isFixed: chance(random, 0.2) },
    { startAt: formatInstant(atMs + gapMs), resource: place(), isFixed: chance(random, 0.2) },
  ];
  return { operation: id, parts, ...override };
};

const randomRule = (random: Random, i: number, wild: boolean): DocumentRule => {
  const kind = pick(random, [
    'match',
    'mismatch',
    'buffer',
    'adjacency',
    'usage',
    'group',
    'stability',
    'departure',
    'continuity',
    'balance',
  ]);
  const signed = kind === 'match' || kind === 'mismatch';
  const mayBeHard = signed || kind === 'buffer' || kind === 'adjacency';
  const size = wild ? pick(random, [0.01, 7.335, 1500, 30_000]) : 1 + random.below(40);
  return {
    id: `rule${i}`,
    name: `Rule ${i}`,
    kind,
    enabled: !chance(random, 0.05),
    hard: mayBeHard && chance(random, signed ? 0.15 : 0.4),
    weight: signed && chance(random, 0.4) ? -size : size,
    operationTags: chance(random, 0.4) ? [] : [...some(random, TAGS, 0.4), 'gone'],
    resourceTags: chance(random, 0.5) ? [] : some(random, TAGS, 0.5),
    parameters: randomRuleParameters(random, kind),
  };
};

const randomRuleParameters = (random: Random, kind: string): Record<string, unknown> => {
  switch (kind) {
    case 'buffer':
      return {
        seconds: pick(random, [0, 300, 301, 900, 2400]),
        ...(chance(random, 0.5) ? { previousTags: some(random, TAGS, 0.6) } : {}),
        ...(chance(random, 0.5) ? { nextTags: some(random, TAGS, 0.6) } : {}),
      };
    case 'adjacency':
      return {
        relation: pick(random, ['adjacent', 'sibling', 'parent']),
        ...(chance(random, 0.5) ? { otherTags: some(random, TAGS, 0.6) } : {}),
      };
    case 'departure':
      return { relation: pick(random, ['adjacent', 'sibling', 'parent']), seconds: pick(random, [1, 300, 301, 1800]) };
    case 'continuity':
      return {
        scope: pick(random, ['location', 'resource']),
        ...(chance(random, 0.4) ? { referenceTags: some(random, TAGS, 0.6) } : {}),
      };
    case 'group':
      return { scope: pick(random, ['location', 'resource']) };
    case 'stability':
      return { withinSeconds: 600 * random.below(6), factor: pick(random, [0, 0.5, 3, 10]) };
    case 'match':
    case 'mismatch':
      return chance(random, 0.4) ? { perHour: chance(random, 0.8) } : {};
    default:
      return {};
  }
};

const randomParameters = (random: Random, operationCount: number): RunParameters => ({
  ...(chance(random, 0.1) ? { moveStarted: true } : {}),
  ...(chance(random, 0.15) ? { maxReassignments: random.below(4) } : {}),
  ...(chance(random, 0.1) ? { frozenBefore: formatInstant(ORIGIN_MS + 10 * MINUTE_MS) } : {}),
  ...(chance(random, 0.1) ? { frozenOperations: [`o${random.below(operationCount)}`] } : {}),
  ...(chance(random, 0.1) ? { weights: { unassigned: 3000 } } : {}),
});
