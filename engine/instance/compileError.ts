/** One problem of a planning document. A `path` looks like `operations.3.inboundTask.expectedTime`. */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** The codes that the service uses for the same faults; docs/errors.md explains them. */
export type ProblemCode =
  | 'duplicate'
  | 'hard_unsupported'
  | 'invalid_timestamp'
  | 'invalid_type'
  | 'invalid_value'
  | 'parts_out_of_order'
  | 'required'
  | 'resource_and_parts'
  | 'too_big'
  | 'too_small'
  | 'unknown_member'
  | 'unknown_reference'
  | 'unknown_rule_kind'
  | 'weight_negative';

/** Thrown when a document cannot be compiled. Every problem is listed, in order of path within each list. */
export class CompileError extends Error {
  readonly code = 'invalid_document';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const first = problems.slice(0, 3).map(({ path, message }) => `${path}: ${message}`);
    const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
    super([...first, ...more].join('; '));
    this.name = 'CompileError';
    this.problems = problems;
  }
}

/** Collects problems while a document is read. */
export class Problems {
  readonly list: Problem[] = [];

  add(path: string, code: ProblemCode, message: string): void {
    this.list.push({ path, code, message });
  }

  throwIfAny(): void {
    if (this.list.length > 0) throw new CompileError(this.list);
  }
}
