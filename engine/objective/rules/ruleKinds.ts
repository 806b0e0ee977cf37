import { adjacency } from './adjacency.ts';
import { balance } from './balance.ts';
import { buffer } from './buffer.ts';
import { continuity } from './continuity.ts';
import { departure } from './departure.ts';
import { group } from './group.ts';
import { match } from './match.ts';
import { mismatch } from './mismatch.ts';
import type { RuleKind } from './ruleKind.ts';
import { stability } from './stability.ts';
import { usage } from './usage.ts';

export const RULE_KINDS: readonly RuleKind[] = [
  match,
  mismatch,
  buffer,
  adjacency,
  departure,
  usage,
  balance,
  group,
  continuity,
  stability,
];

export const ruleKindOf = (kind: string): RuleKind | undefined => RULE_KINDS.find((known) => known.kind === kind);
