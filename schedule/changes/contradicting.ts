import type { RuleFields, Version } from '../../db/versions/entities.ts';
import { PERCENTILES } from '../../engine/instance/planningDocument.ts';
import { percentileFaults } from '../entities/percentileOrder.ts';
import { ruleProblems } from '../structure/ruleProblems.ts';

/** Members of a task that must be in order: percentiles lie on their side of the expected time. */
const TIMES = ['expectedTime', ...PERCENTILES] as const;

/** Members of a rule that its kind has to allow. */
const BY_KIND = ['kind', 'hard', 'weight', 'parameters'] as const satisfies readonly (keyof RuleFields)[];

/** The members of a record that contradict each other, which can happen when two valid writes are merged; empty if none do. */
export const contradicting = (version: Version): readonly string[] => {
  if (version.kind === 'task' && percentileFaults((time) => version.fields[time]).length > 0) return TIMES;
  if (version.kind === 'rule' && ruleProblems(version.fields).length > 0) return BY_KIND;
  return [];
};
