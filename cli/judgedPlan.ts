import { memberOf } from '../engine/recordOf.ts';
import { check } from '../engine/check.ts';
import { cliqueBound } from '../engine/cliqueBound.ts';
import { placementOf } from '../engine/instance/assignments.ts';
import { type Instance, resourceIdOf } from '../engine/instance/instance.ts';
import { formatInstant, parseInstant } from '../engine/instance/instant.ts';
import type { DocumentAssignment, DocumentAssignmentPart } from '../engine/instance/planningDocument.ts';
import type { Placement } from '../engine/objective/score.ts';
import { toScore } from '../engine/objective/score.ts';
import { InputError } from './inputFile.ts';
import { readSplits } from '../engine/instance/splits.ts';

/** The verdict of the independent check on a plan; costs are in weight units. */
export type JudgedPlan = ReturnType<typeof judgePlan>;

/** Checks a plan independently of the solvers. `claimed` is the total score that the plan's maker states, or null. */
export const judgePlan = (instance: Instance, placement: Placement, claimed: number | null) => {
  const { names, origin, operation } = instance;
  const { feasible, violations, levels, rules, risk, conflicts, unassigned, reassignments } = check(
    instance,
    placement,
  );
  const bound = cliqueBound(instance);
  const score = levels === null ? null : toScore(levels);
  return {
    feasible,
    violations: violations.map(({ kind, part, resource, message }) => ({
      kind,
      operation: part < 0 ? null : names.operations[operation[part]],
      resource: resourceIdOf(names, resource),
      message,
    })),
    score,
    claimed:
      claimed === null ? null : { total: claimed, holds: score !== null && Math.abs(score.total - claimed) < 0.005 },
    rules: rules.map(({ rule, cost, violations: count }) => ({
      ...names.rules[rule],
      penalty: cost / 100,
      violations: count,
    })),
    risk: risk / 100,
    conflicts,
    unassigned,
    reassigned: reassignments,
    cliques: {
      unavoidableUnassigned: bound.unavoidableUnassigned,
      pinnedOut: bound.pinnedOut,
      withoutPlace: bound.withoutPlace,
      atOnce: bound.atOnce,
      at: bound.at < 0 ? null : formatInstant((origin + bound.at) * 1000),
      operations: bound.active.map((part) => names.operations[operation[part]]),
    },
  };
};

/**
 * Reads the placement of a solution, which is the output of `tidegate solve`, a planning document, or a list of assignments. Operations
 * that it does not name stay where the document has them. Throws InputError with a line for each problem.
 */
export const readSolution = (
  instance: Instance,
  solution: unknown,
): { readonly placement: Placement; readonly claimed: number | null } => {
  const assignments = Array.isArray(solution) ? solution : memberOf(solution, 'assignments');
  if (!Array.isArray(assignments)) {
    throw new InputError([
      '(solution): must be the output of "tidegate solve --out", a planning document, or a list of assignments',
    ]);
  }
  const total = memberOf(solution, 'score', 'total');
  const reader = new SolutionReader(instance);
  assignments.forEach((assignment, i) => reader.read(assignment, `assignments.${i}`));
  if (reader.problems.length > 0) throw new InputError(reader.problems);
  return { placement: reader.placement, claimed: typeof total === 'number' ? total : null };
};

class SolutionReader {
  readonly problems: string[] = [];
  readonly placement: Placement;
  private readonly instance: Instance;
  private readonly operations: ReadonlyMap<string, number>;
  private readonly resources: ReadonlyMap<string, number>;
  private readonly parts = new Map<number, number[]>();
  private readonly splits: ReadonlyMap<number, readonly DocumentAssignmentPart[]>;
  private readonly seen = new Set<number>();

  constructor(instance: Instance) {
    this.instance = instance;
    this.placement = placementOf(instance);
    this.operations = new Map(instance.names.operations.map((id, index) => [id, index]));
    this.resources = new Map(instance.names.resources.map((id, index) => [id, index]));
    this.splits = new Map(readSplits(instance.names).map(({ operation, parts }) => [operation, parts]));
    instance.operation.forEach((operation, part) => {
      const own = this.parts.get(operation);
      if (own === undefined) this.parts.set(operation, [part]);
      else own.push(part);
    });
  }

  read(assignment: Partial<DocumentAssignment> | null, path: string): void {
    const id = assignment?.operation;
    const operation = typeof id === 'string' ? this.operations.get(id) : undefined;
    if (assignment == null || operation === undefined) {
      this.problems.push(`${path}.operation: There is no operation ${JSON.stringify(id)} in the plan.`);
      return;
    }
    if (this.seen.has(operation)) this.problems.push(`${path}.operation: ${JSON.stringify(id)} is assigned twice.`);
    this.seen.add(operation);
    const given = assignment.parts ?? [{ resource: assignment.resource ?? null }];
    const split: readonly Partial<DocumentAssignmentPart>[] = this.splits.get(operation) ?? [{}];
    if (!Array.isArray(given) || given.length !== split.length) {
      this.problems.push(
        `${path}.parts: ${JSON.stringify(id)} has ${split.length} in the plan, and needs the same number here.`,
      );
      return;
    }
    const resources = given.map((part: DocumentAssignmentPart, i) => {
      const at = assignment.parts === undefined ? path : `${path}.parts.${i}`;
      if (!isSameTime(part?.startAt, split[i].startAt) || !isSameTime(part?.endAt, split[i].endAt)) {
        this.problems.push(`${at}: begins or ends at another time than in the plan; the check uses the plan's times.`);
      }
      const resource = part?.resource == null ? -1 : this.resources.get(part.resource);
      if (resource === undefined) {
        this.problems.push(`${at}.resource: There is no resource ${JSON.stringify(part.resource)} in the plan.`);
      }
      return resource ?? -1;
    });
    for (const part of this.parts.get(operation) ?? []) this.placement[part] = resources[this.instance.partIndex[part]];
  }
}

const isSameTime = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a == null || b == null ? a == b : a === b || parseInstant(a) === parseInstant(b);
