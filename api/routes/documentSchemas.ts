import { ruleSchemas } from '../../schedule/entities/rule.ts';
import type { z } from 'zod';
import type { PlanningDocument as EngineDocument } from '../../engine/instance/planningDocument.ts';
import { RULE_KINDS } from '../../engine/objective/rules/ruleKinds.ts';
import { documentLists, planningDocument } from '../contract/document.ts';

/** The schemas of rules, made from the descriptions of the engine's rule kinds. */
export const rules = ruleSchemas(RULE_KINDS);

export const PlanningDocument = planningDocument(rules);
export const DOCUMENT_LISTS = documentLists(rules);

/** An exported document has the schema of an imported one. */
const exported: z.ZodType = PlanningDocument;
export const ExportedDocument = exported as z.ZodType<EngineDocument>;
