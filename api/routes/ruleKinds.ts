import { ruleSchemas } from '../../schedule/entities/rule.ts';
import type { z } from 'zod';
import type { PlanningDocument as EngineDocument } from '../../engine/instance/planningDocument.ts';
import { RULE_KINDS } from '../../engine/objective/rules/ruleKinds.ts';
import { documentLists, planningDocument } from '../contract/document.ts';

/** Schemas of rules as the engine's rule kinds describe themselves. */
export const rules = ruleSchemas(RULE_KINDS);

export const PlanningDocument = planningDocument(rules);
export const DOCUMENT_LISTS = documentLists(rules);

/** What comes out is what goes in. */
export const ExportedDocument = PlanningDocument as unknown as z.ZodType<EngineDocument>;
