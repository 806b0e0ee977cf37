import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { instanceName, InstanceText, type Line } from './instanceText.ts';
import { levelWeights, type OwnScore, type Places, type PublicInstance } from './publicInstance.ts';

/** Tasks with fixed half-open times, and the workers who are qualified for them. */
interface PersonnelTasks {
  readonly name: string;
  readonly tasks: readonly { readonly start: number; readonly end: number }[];
  /** For each worker, the tasks that they may do. */
  readonly qualifications: readonly ReadonlySet<number>[];
}

/**
 * Imports a shift minimisation personnel task scheduling instance: cover all tasks with the fewest workers. Source: Krishnamoorthy,
 * Ernst, Baatar, "Algorithms for large scale shift minimisation personnel task scheduling problems", EJOR 219 (2012); format: `Type =
 * 1`, `Jobs = n` and n lines `start end`, `Qualifications = m` and m lines `count: task …`. Throws ImportError.
 */
export const importPersonnelTasks = (file: string, text: string): PublicInstance => {
  const instance = read(file, text);
  return {
    family: 'personnel tasks',
    document: toDocument(instance),
    score: (places) => score(instance, places),
  };
};

const read = (file: string, text: string): PersonnelTasks => {
  const lines: InstanceText = new InstanceText(file, text);
  const header = (key: string): { value: number; line: Line } => {
    const line = lines.take(`"${key} = …"`);
    const [found, value, ...more] = line.text.split('=').map((word) => word.trim());
    if (found !== key || value === undefined || more.length > 0) lines.fail(line, `Needs "${key} = …".`);
    return { value: lines.integers(line, value, key, 1)[0], line };
  };
  const type = header('Type');
  if (type.value !== 1)
    lines.fail(type.line, `Needs "Type = 1", tasks with fixed times; type ${type.value} is not known.`);
  const tasks = Array.from({ length: header('Jobs').value }, (_, task) => {
    const line = lines.take(`the times of task ${task}`);
    const [start, end] = lines.integers(line, line.text, `The times of task ${task}`, 2);
    if (end <= start) lines.fail(line, `Task ${task} ends at ${end}, not after its start at ${start}.`);
    return { start, end };
  });
  const qualifications = Array.from({ length: header('Qualifications').value }, (_, worker) => {
    const line = lines.take(`the tasks of worker ${worker}`);
    const [count, list, ...more] = line.text.split(':');
    if (list === undefined || more.length > 0)
      lines.fail(line, `The tasks of worker ${worker}: needs "count: task …".`);
    const [stated] = lines.integers(line, count, `How many tasks worker ${worker} may do`, 1);
    const able = lines.integers(line, list, `The tasks of worker ${worker}`, stated);
    const unknown = able.find((task) => task >= tasks.length);
    if (unknown !== undefined)
      lines.fail(line, `There is no task ${unknown}; they count from 0 to ${tasks.length - 1}.`);
    return new Set(able);
  });
  const rest = lines.peek();
  if (rest) lines.fail(rest, 'The file should end here.');
  return { name: instanceName(file), tasks, qualifications };
};

const ORIGIN_MS = Date.UTC(2012, 0, 2);
const MINUTE_MS = 60_000;

/**
 * Tasks become operations, workers become resources. A task needs one required tag, shared by all tasks that the same workers may do; a
 * worker has the tags of their tasks. One `usage` rule of weight 1 counts the workers.
 */
const toDocument = ({ name, tasks, qualifications }: PersonnelTasks): PlanningDocument => {
  const skillByWorkers = new Map<string, string>();
  const skillOf = tasks.map((_, task) => {
    const key = qualifications.flatMap((able, worker) => (able.has(task) ? [worker] : [])).join();
    const skill = skillByWorkers.get(key) ?? `skill-${skillByWorkers.size}`;
    skillByWorkers.set(key, skill);
    return skill;
  });
  const at = (minute: number): string => new Date(ORIGIN_MS + minute * MINUTE_MS).toISOString();
  return {
    format: 'tidegate/planning@1',
    planning: { id: name, name, minimumStaySeconds: 1, weights: levelWeights(qualifications.length) },
    locations: [{ id: 'site', name: 'Site' }],
    tags: [...skillByWorkers.values()].map((uuid) => ({ uuid, category: 'skill', value: uuid, required: true })),
    resources: qualifications.map((able, worker) => ({
      id: `worker-${worker}`,
      name: `Worker ${worker}`,
      location: 'site',
      tags: [...new Set([...able].map((task) => skillOf[task]))],
    })),
    groups: [],
    operations: tasks.map(({ start, end }, task) => ({
      id: `task-${task}`,
      tags: [skillOf[task]],
      inboundTask: { taskName: `Task ${task} begins`, plannedTime: at(start), expectedTime: at(start) },
      outboundTask: { taskName: `Task ${task} ends`, plannedTime: at(end), expectedTime: at(end) },
    })),
    rules: [{ id: 'workers', name: 'Each worker who comes at all', kind: 'usage', weight: 1 }],
    assignments: [],
  };
};

/** `hard` counts tasks done by a worker who is not qualified or does another task at the same time. */
const score = ({ tasks, qualifications }: PersonnelTasks, places: Places): OwnScore => {
  let [hard, unassigned] = [0, 0];
  const used = new Set<number>();
  const free = qualifications.map(() => Number.NEGATIVE_INFINITY);
  const order = tasks.map((_, task) => task).sort((a, b) => tasks[a].start - tasks[b].start);
  for (const task of order) {
    const place = places.get(`task-${task}`);
    if (place === undefined) {
      unassigned++;
      continue;
    }
    const worker = Number(place.slice('worker-'.length));
    used.add(worker);
    if (!qualifications[worker].has(task) || free[worker] > tasks[task].start) hard++;
    free[worker] = Math.max(free[worker], tasks[task].end);
  }
  return { hard, unassigned, soft: used.size };
};
