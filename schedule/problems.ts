import { isOneOf } from '../engine/recordOf.ts';
import { present } from '../engine/present.ts';
import type { Kind } from '../db/versions/entities.ts';
import { type ErrorCode, FORM_CODES, type FormCode, type Problem, ScheduleError } from './errors.ts';

/** Resolves a path that is relative to `base`. */
export const joined = (base: string, path: string): string => (path === '' ? base : below(base, path));
/** `inboundTask` and `expectedTime` give `inboundTask.expectedTime`. An empty base is the body itself. */
export const below = (base: string, member: string): string => (base === '' ? member : `${base}.${member}`);
/** `operations` and 3 give `operations.3`. */
export const item = (base: string, index: number): string => below(base, String(index));

/** A reference that the planning does not contain. Whether another planning of the caller does is looked up outside of the transaction. */
interface MissingReference {
  readonly kind: Kind;
  readonly id: string;
}

/** Collects every problem of an input, so that all of them are reported at once. */
export class Problems {
  readonly list: Problem[] = [];
  readonly missing = new Map<Problem, MissingReference>();

  get any(): boolean {
    return this.list.length > 0;
  }

  add(path: string, code: ErrorCode, message: string): void {
    this.list.push({ path, code, message });
  }

  required(path: string): void {
    this.add(path, 'required', 'is required');
  }

  /** For what may name each record once. */
  repeated(path: string, id: string): void {
    this.add(path, 'duplicate', `names the same record a second time: ${id}`);
  }

  missingReference(path: string, kind: Kind, id: string): void {
    const problem: Problem = { path, code: 'unknown_reference', message: `names no ${kind}: ${id}` };
    this.list.push(problem);
    this.missing.set(problem, { kind, id });
  }

  /** Throws InvalidInput if any problem was collected. */
  check(): void {
    if (this.any) throw new InvalidInput(this);
  }
}

/** Thrown inside a write; `settle` turns it into a ScheduleError. */
export class InvalidInput extends Error {
  readonly problems: Problems;

  constructor(problems: Problems) {
    super(problems.list[0]?.message ?? 'Invalid input.');
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

const isFormCode = (code: ErrorCode): code is FormCode => isOneOf(FORM_CODES, code);

/**
 * Combines problems (at least one) into one error. If all share one code that is not a form code, the error has that code, else `validation_failed`.
 */
export const toError = (problems: readonly Problem[]): ScheduleError => {
  const first = present(problems[0]);
  const isShared = problems.every((problem) => problem.code === first.code);
  const code = isShared && !isFormCode(first.code) ? first.code : 'validation_failed';
  const at = first.path === '' ? '' : `${first.path}: `;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new ScheduleError(code, `${at}${first.message}${more}`, { errors: problems });
};
