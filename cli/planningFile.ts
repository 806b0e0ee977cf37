import { isRecord } from '../engine/recordOf.ts';
import { checked } from '../schedule/entities/checked.ts';
import { problemsOf } from '../api/contract/error.ts';
import { PlanningDocument as DocumentSchema } from '../api/routes/documentSchemas.ts';
import { compile } from '../engine/instance/compile.ts';
import { CompileError } from '../engine/instance/compileError.ts';
import type { Instance } from '../engine/instance/instance.ts';
import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { InputError } from './inputFile.ts';
import { type DocumentProblem, problemLines, withoutEchoes } from './problemList.ts';

/** The option of every command that reads a planning document. */
export const ALL_PROBLEMS = [
  '--all',
  'show every problem of an invalid document, not only the first of each kind',
] as const;

/** The lists that a document may leave out. */
const LISTS = { locations: [], tags: [], resources: [], groups: [], operations: [], rules: [], assignments: [] };

/** What is not a valid document is compiled as if it were one, since the compiler finds further problems. */
const unchecked = (json: unknown): PlanningDocument => {
  const document: object = { ...LISTS, ...(isRecord(json) ? json : {}) };
  return document as PlanningDocument;
};

/**
 * Parses and compiles a planning document, which checks shapes, references and rules at once, as an import does. Throws InputError with a
 * line for each problem; of many problems of one kind it shows only the first ones, unless `all` is set.
 */
export const readPlan = (json: unknown, all = false): { document: PlanningDocument; instance: Instance } => {
  const parsed = checked(DocumentSchema, json);
  const problems = new Map<string, DocumentProblem>();
  if (!parsed.success) for (const problem of problemsOf(parsed.error)) problems.set(problem.path, problem);
  try {
    const document = parsed.success ? parsed.data : unchecked(json);
    const instance = compile(document);
    if (parsed.success) return { document, instance };
  } catch (error) {
    if (error instanceof CompileError)
      for (const problem of error.problems) if (!problems.has(problem.path)) problems.set(problem.path, problem);
    // When the compiler fails on JSON that does not even have the shape of a document, the problems of the schema are enough.
    if (!(error instanceof CompileError) && problems.size === 0) throw error;
  }
  throw new InputError(problemLines(withoutEchoes([...problems.values()], json), all));
};
