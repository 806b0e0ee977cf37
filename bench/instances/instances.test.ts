import fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { readPlan } from '../../cli/planningFile.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { agreedScore } from './agreedScore.ts';
import { importPatientAdmission } from './patientAdmission.ts';
import { importPersonnelTasks } from './personnelTasks.ts';
import type { PublicInstance } from './publicInstance.ts';

const TASKS = `# three tasks, two workers
Type = 1
Jobs = 3
 0 10
 10 20
 5 15
Qualifications = 2
 3: 0 1 2
 1: 2
`;

const BEDS = `A WARD
Rooms: 2
Planning horizon: 3
SPECIALISMS:
1 Heart
2 Bones
DEPARTMENTS:
1 North 0 0 | 1 1
ROOMPROPERTIES:
1 oxygen
ROOMS:
1 11 | 2 | 1 | D | 1 1 2 2 | 1
2 12 | 1 | 1 | F | 2 1 | 0
BEDS:
1 1
2 1
3 2
PATIENTS:
1 Ann 40 F | 0 2 | 1 1 2 | 0 | 0 | 1
2 Bob 50 M | 1 9 | 2 2 1 1 7 | 1 | 1 | 0
3 Cid 50 M | 3 5 | 1 1 2 | 1 | 0 | 0
END.
`;

const list = <T>(from: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(from, { minLength, maxLength });

const tasksText = fc
  .record({
    tasks: list(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 9 })), 1, 8),
    able: list(fc.nat(255), 1, 5),
  })
  .map(({ tasks, able }) => {
    const workers = able.map((bits) => tasks.flatMap((_, task) => ((bits >> task) & 1 ? [task] : [])));
    return [
      'Type = 1',
      `Jobs = ${tasks.length}`,
      ...tasks.map(([start, length]) => `${start} ${start + length}`),
      `Qualifications = ${workers.length}`,
      ...workers.map((own) => `${own.length}: ${own.join(' ')}`),
    ].join('\n');
  });

const flag = fc.nat(1);
const wardText = fc
  .record({
    ages: list(fc.tuple(fc.constantFrom(0, 16), fc.constantFrom(0, 65)), 1, 2),
    treated: fc.nat(3),
    rooms: list(
      fc.tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('D', 'D', 'M', 'F', 'N'),
        fc.nat(3),
        fc.nat(3),
        flag,
        flag,
      ),
      1,
      3,
    ),
    patients: list(
      fc.tuple(
        fc.constantFrom(5, 16, 65, 80),
        fc.constantFrom('M', 'F'),
        fc.nat(4),
        list(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.nat(3)), 1, 2),
        fc.nat(2),
        list(flag, 4, 4),
      ),
      1,
      6,
    ),
  })
  .map(({ ages, treated, rooms, patients }) => {
    let bed = 0;
    return [
      'Planning horizon: 5',
      'SPECIALISMS:\n1 Heart\n2 Bones',
      'DEPARTMENTS:',
      ...ages.map(
        ([from, to], i) =>
          `${i + 1} Ward${i} ${from} ${to} | ${treated & 1 ? '1 1' : '0 0'} ${treated & 2 ? '2 2' : ''}`,
      ),
      'ROOMPROPERTIES:\n1 oxygen\n2 telemetry',
      'ROOMS:',
      ...rooms.map(([capacity, policy, heart, bones, ...has], i) => {
        const priorities = [heart > 0 ? `${heart} 1` : '', bones > 0 ? `${bones} 2` : ''].join(' ');
        return `${i + 1} R${i} | ${capacity} | ${(i % ages.length) + 1} | ${policy} | ${priorities} | ${has.join(' ')}`;
      }),
      'BEDS:',
      ...rooms.flatMap(([capacity], i) => Array.from({ length: capacity }, () => `${++bed} ${i + 1}`)),
      'PATIENTS:',
      ...patients.map(([age, gender, first, parts, most, wishes], i) => {
        const end = parts.reduce((sum, [, nights]) => sum + nights, first);
        const specialisms = `${parts.length} ${parts.flat().join(' ')}`;
        const [a, b, c, d] = wishes;
        return `${i} P${i} ${age} ${gender} | ${first} ${end} | ${specialisms} | ${most} | ${a} ${b} | ${c} ${d}`;
      }),
    ].join('\n');
  });

/** A plan that gives each part one of its arcs or none. */
const planOf = (instance: Instance, draws: readonly number[]): Int32Array =>
  Int32Array.from({ length: instance.partCount }, (_, part) => {
    const [from, until] = [instance.arcStart[part], instance.arcStart[part + 1]];
    const drawn = draws[part % draws.length] % (until - from + 1);
    return drawn === until - from ? -1 : instance.arcResource[from + drawn];
  });

const formats = [
  { name: 'personnel tasks', text: tasksText, read: importPersonnelTasks, isPlace: () => true },
  {
    name: 'patient admission',
    text: wardText,
    read: importPatientAdmission,
    isPlace: (resource: string) => resource.startsWith('bed-'),
  },
];

// Guarantee: a document is equivalent to its instance, so optimizing the one optimizes the other.
describe.each(formats)('$name', ({ text, read, isPlace }) => {
  const imported = (source: string): { file: PublicInstance; instance: Instance } => {
    const file = read('tiny', source);
    return { file, instance: compile(file.document) };
  };

  test('every plan of eligible places has the same score by the document and by the format', () => {
    fc.assert(
      fc.property(text, list(fc.nat(1000), 12, 12), (source, draws) => {
        const { file, instance } = imported(source);
        agreedScore(file, instance, planOf(instance, draws));
      }),
      { numRuns: 500 },
    );
  });

  test('an operation may be placed exactly where the format allows it', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { file, instance } = imported(source);
        for (let part = 0; part < instance.partCount; part++) {
          instance.names.resources.forEach((resource, r) => {
            if (!isPlace(resource)) return expect(findArc(instance, part, r)).toBe(-1);
            const alone = new Map([[instance.names.operations[instance.operation[part]], resource]]);
            expect(findArc(instance, part, r) >= 0).toBe(file.score!(alone).hard === 0);
          });
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('the score counts the workers who have a task; one worker may do two tasks that touch', () => {
  const file = importPersonnelTasks('tiny', TASKS);
  const plan = new Map(
    ['task-0 worker-0', 'task-1 worker-0', 'task-2 worker-1'].map((word) => word.split(' ') as [string, string]),
  );
  expect(file.score!(plan)).toEqual({ hard: 0, unassigned: 0, soft: 2 });
  expect(file.score!(plan.set('task-2', 'worker-0')).hard).toBe(2);
});

test('nights cost what the format defines; stays end at the horizon and are placed part by part', () => {
  const file = importPatientAdmission('ward', BEDS);
  expect(file.document.operations.map(({ id }) => id)).toEqual(['stay-1-0', 'stay-2-0', 'stay-2-1']);
  const score = (...places: [string, string][]) => file.score!(new Map(places));
  // Ann, two nights: second priority (10) and no oxygen (20).
  expect(score(['stay-1-0', 'bed-3'])).toEqual({ hard: 0, unassigned: 2, soft: 60 });
  // Bob, one night: a department without bones (10), second priority (10), a room for two (8); then one for his heart (8).
  expect(score(['stay-2-0', 'bed-1'], ['stay-2-1', 'bed-2'])).toEqual({ hard: 0, unassigned: 1, soft: 36 });
  expect(score(['stay-1-0', 'bed-1'], ['stay-2-0', 'bed-2']).hard).toBe(1000);
  expect(score(['stay-1-0', 'bed-1'], ['stay-2-0', 'bed-1']).hard).toBe(2000);
  expect(score(['stay-2-0', 'bed-3']).hard).toBe(100);
});

const faults: readonly (readonly [string, (file: string, text: string) => PublicInstance, string, string, RegExp])[] = [
  ['another type', importPersonnelTasks, TASKS.replace('Type = 1', 'Type = 2'), TASKS, /^f:2: .*"Type = 1"/],
  ['a task that never ends', importPersonnelTasks, TASKS.replace('10 20', '10 10'), TASKS, /^f:5: Task 1 ends at 10/],
  [
    'a task too few',
    importPersonnelTasks,
    TASKS.replace('Jobs = 3', 'Jobs = 4'),
    TASKS,
    /^f:7: .*task 3.*needs 2 numbers/,
  ],
  ['a worker too few', importPersonnelTasks, TASKS.replace(' 1: 2\n', ''), TASKS, /^f: Ends early; .*worker 1/],
  ['an unknown task', importPersonnelTasks, TASKS.replace('1: 2', '1: 3'), TASKS, /^f:9: There is no task 3/],
  ['a wrong count', importPersonnelTasks, TASKS.replace('1: 2', '2: 2'), TASKS, /^f:9: .*needs 2 numbers, has 1/],
  ['a word', importPersonnelTasks, TASKS.replace('5 15', '5 x'), TASKS, /^f:6: .*not "x"/],
  [
    'no horizon',
    importPatientAdmission,
    BEDS.replace('Planning horizon: 3\n', ''),
    BEDS,
    /^f: Needs "Planning horizon/,
  ],
  ['no beds', importPatientAdmission, BEDS.replace('BEDS:', ''), BEDS, /^f: Has no section BEDS|^f:1[56]: /],
  [
    'another count',
    importPatientAdmission,
    BEDS.replace('Rooms: 2', 'Rooms: 3'),
    BEDS,
    /^f:2: Says 3, but there are 2 ROOMS/,
  ],
  ['an unknown room', importPatientAdmission, BEDS.replace('3 2\nP', '3 4\nP'), BEDS, /^f:17: There is no room 4/],
  ['an unknown policy', importPatientAdmission, BEDS.replace('| D |', '| X |'), BEDS, /^f:12: .*M, F, D or N, not "X"/],
  ['a missing field', importPatientAdmission, BEDS.replace(' | 0 | 1\n2', ' | 0\n2'), BEDS, /^f:19: Needs 6 fields/],
  [
    'nights that do not add up',
    importPatientAdmission,
    BEDS.replace('1 9 |', '1 8 |'),
    BEDS,
    /^f:20: .*end with night 9, the stay with 8/,
  ],
  ['the same id twice', importPatientAdmission, BEDS.replace('2 Bob', '1 Bob'), BEDS, /^f:20: 1 is there already/],
];

test.each(faults)('%s is rejected with the line and the problem', (_, read, broken, whole, message) => {
  expect(broken).not.toBe(whole);
  expect(() => read('f', broken)).toThrow(message);
  expect(() => read('f', whole)).not.toThrow();
});

// Guarantee: an imported instance is a valid planning document, which every command accepts.
test.each([
  ['personnel tasks', importPersonnelTasks('tasks.dat', TASKS)],
  ['patient admission', importPatientAdmission('beds.txt', BEDS)],
])('%s: the document is valid', (_, { document }) => {
  expect(readPlan(JSON.parse(JSON.stringify(document))).instance.partCount).toBe(document.operations.length);
});
