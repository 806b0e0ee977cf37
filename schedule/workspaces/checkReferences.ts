import { present } from '../../engine/present.ts';
import type { Kind } from '../../db/versions/entities.ts';
import { circling } from '../changes/circling.ts';
import type { Edits } from '../changes/edits.ts';
import { type ErrorCode, type Problem, ScheduleError } from '../errors.ts';
import { InvalidInput } from '../problems.ts';

/**
 * Collects a problem for each reference that would be dangling, and each duplicate, after the edits. Ordinary writes check what they touch, but
 * publishing and reverting combine writes that were never checked together. A draft may already contain such problems (`known`) if the mainline
 * changed below it; these are not reported.
 */
export function* checkReferences(edits: Edits, known: readonly Problem[] = []): Generator<void, void> {
  const keyOf = ({ path, message }: Problem): string => `${path} ${message}`;
  const before = new Set(known.map(keyOf));
  for (const problem of yield* unsoundIn(edits)) {
    if (!before.has(keyOf(problem))) edits.problems.add(problem.path, problem.code, problem.message);
  }
}

/** Finds the problems in one pass over the whole planning, in slices. */
export function* unsoundIn(edits: Edits): Generator<void, Problem[]> {
  const unsound = new Unsound(edits);
  unsound.inStructure();
  for (const [id, { group }] of edits.all('operation')) {
    unsound.refer('operation', id, 'group', 'group', group);
    yield;
  }
  yield* unsound.inTasks();
  for (const [id, { operation, parts }] of edits.all('assignment')) {
    yield;
    unsound.refer('assignment', id, 'operation', 'operation', operation);
    for (const [i, { resource }] of parts.entries())
      unsound.refer('assignment', id, `parts.${i}.resource`, 'resource', resource);
  }
  yield* unsound.inTags();
  return unsound.problems;
}

class Unsound {
  readonly problems: Problem[] = [];
  private readonly edits: Edits;

  constructor(edits: Edits) {
    this.edits = edits;
  }

  /** Adds a problem if the record that is referred to would not exist. */
  refer(kind: Kind, id: string, member: string, to: Kind, target: string | null): void {
    if (target === null || this.edits.has(to, target)) return;
    const message = `The ${to} ${target}, to which ${kind} ${id} refers, would not exist.`;
    this.add(kind, id, member, 'unknown_reference', message);
  }

  inStructure(): void {
    const { edits } = this;
    for (const [id, { parent }] of edits.all('location')) this.refer('location', id, 'parent', 'location', parent);
    for (const [id, { location, parent }] of edits.all('resource')) {
      this.refer('resource', id, 'location', 'location', location);
      this.refer('resource', id, 'parent', 'resource', parent);
    }
    for (const kind of ['location', 'resource'] as const) {
      const parents = new Map([...edits.all(kind)].map(([id, { parent }]) => [id, parent]));
      for (const id of circling(parents))
        this.add(kind, id, 'parent', 'cycle', `The ${kind} ${id} would be its own ancestor.`);
    }
  }

  *inTasks(): Generator<void, void> {
    const sides = new Map<string, string>();
    for (const [id, { operation, role }] of this.edits.all('task')) {
      yield;
      if (operation === null) continue;
      this.refer('task', id, 'operation', 'operation', operation);
      const side = `${operation} ${role}`;
      const other = sides.get(side);
      if (other !== undefined) {
        const message = `Operation ${operation} would have two ${role} tasks: ${other} and ${id}.`;
        this.add('task', id, 'role', 'task_linked', message);
      }
      sides.set(side, id);
    }
  }

  *inTags(): Generator<void, void> {
    const pairs = new Map<string, string>();
    for (const [id, { category, value }] of this.edits.all('tag')) {
      yield;
      const pair = JSON.stringify([category, value]);
      const other = pairs.get(pair);
      if (other !== undefined) {
        const message = `Tags ${other} and ${id} would both have category ${category} and value ${value}.`;
        this.add('tag', id, 'value', 'tag_not_unique', message);
      }
      pairs.set(pair, id);
    }
  }

  private add(kind: Kind, id: string, member: string, code: ErrorCode, message: string): void {
    this.problems.push({ path: `${kind}.${id}.${member}`, code, message });
  }
}

/** Turns invalid input into a clash: what such a check finds is the result of combining two sides, not bad input. */
export const soundEdits = async <T>(make: () => T | Promise<T>): Promise<T> => {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { list } = error.problems;
    throw new ScheduleError('clash', present(list[0]).message, { errors: list, clashes: [] });
  }
};
