import { problemsOf } from '../api/contract/error.ts';
import { planningDocument } from '../api/contract/document.ts';
import { ruleSchemas } from '../api/contract/rule.ts';
import { compile } from '../engine/instance/compile.ts';
import { CompileError } from '../engine/instance/compileError.ts';
import type { Instance } from '../engine/instance/instance.ts';
import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { RULE_KINDS } from '../engine/objective/rules/ruleKinds.ts';
import { InputError } from './inputFile.ts';

const schema = planningDocument(ruleSchemas(RULE_KINDS));

/** Paths as the service's errors write them: `operations.3.inboundTask`. */
const dotted = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

/** Checks shapes, references and rules at once. Throws InputError with a line a problem. */
export const readPlan = (json: unknown): { document: PlanningDocument; instance: Instance } => {
  const parsed = schema.safeParse(json);
  const problems = new Map<string, string>();
  if (!parsed.success) for (const { path, message } of problemsOf(parsed.error)) problems.set(path, message);
  try {
    const document = (parsed.success ? parsed.data : json) as PlanningDocument;
    const instance = compile(document);
    if (parsed.success) return { document, instance };
  } catch (error) {
    if (error instanceof CompileError)
      for (const { path, message } of error.problems)
        if (!problems.has(dotted(path))) problems.set(dotted(path), message);
    // What is not even shaped like a document is described by the schema's problems alone.
    if (!(error instanceof CompileError) && problems.size === 0) throw error;
  }
  throw new InputError([...problems].map(([path, message]) => `${path === '' ? '(document)' : path}: ${message}`));
};
