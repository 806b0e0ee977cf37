import { compile } from '../../engine/instance/compile.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Random } from '../../engine/random.ts';

const NIGHT = 24 * 3_600_000;
/** Noon of 2026-06-01, UTC. */
const ORIGIN = 1_780_315_200_000;

/** Makes stays of two genders in rooms of two or three beds, where each stay prefers one of the rooms. */
export const ward = (random: Random, stays: number, rooms: number): Instance => {
  const at = (night: number) => ({
    taskName: 'T',
    plannedTime: formatInstant(ORIGIN + night * NIGHT),
    expectedTime: formatInstant(ORIGIN + night * NIGHT),
  });
  const names = Array.from({ length: rooms }, (_, room) => `room-${room}`);
  const tags = ['bed', 'man', 'woman', ...names, ...names.map((name) => `prefers-${name}`)];
  return compile({
    format: 'tidegate/planning@1',
    planning: { id: 'ward', name: 'ward', minimumStaySeconds: 1, weights: { conflict: 1000, unassigned: 100 } },
    locations: [{ id: 'ward', name: 'ward' }],
    groups: [],
    assignments: [],
    tags: tags.map((uuid) => ({ uuid, category: 'c', value: uuid, required: uuid === 'bed' })),
    resources: names.flatMap((name) => [
      { id: name, name, location: 'ward' },
      ...Array.from({ length: 2 + random.below(2) }, (_, bed) => ({
        id: `${name}-${bed}`,
        name: `${name}-${bed}`,
        parent: name,
        location: 'ward',
        tags: ['bed', name],
      })),
    ]),
    operations: Array.from({ length: stays }, (_, stay) => {
      const from = random.below(4);
      return {
        id: `stay-${stay}`,
        tags: ['bed', random.below(2) === 0 ? 'man' : 'woman', `prefers-${names[random.below(rooms)]}`],
        inboundTask: at(from),
        outboundTask: at(from + 1 + random.below(3)),
      };
    }),
    rules: [
      {
        id: 'genders',
        name: 'One gender in a room',
        kind: 'adjacency',
        hard: true,
        operationTags: ['man'],
        parameters: { relation: 'sibling', otherTags: ['woman'] },
      },
      ...names.map((name) => ({
        id: name,
        name,
        kind: 'mismatch',
        weight: 1 + random.below(30),
        operationTags: [`prefers-${name}`],
        resourceTags: [name],
      })),
    ],
  });
};
