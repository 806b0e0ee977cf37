/** One thing wrong with a planning document. `path` reads like `operations[3].inboundTask.expectedTime`. */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

export type ProblemCode =
  | 'bad_shape'
  | 'bad_instant'
  | 'bad_number'
  | 'bad_weight'
  | 'bad_parameter'
  | 'duplicate_id'
  | 'duplicate_assignment'
  | 'hard_unsupported'
  | 'parts_overlap'
  | 'resource_and_parts'
  | 'unknown_reference'
  | 'unknown_rule_kind'
  | 'too_large';

/** The document cannot be compiled; every problem is listed, in order of path within each list. */
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
