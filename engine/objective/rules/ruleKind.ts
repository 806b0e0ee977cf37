import type { CompiledTerms } from '../../instance/instance.ts';
import type { ShapedDrafts } from '../terms/termShapes.ts';

/** A rule as its kind's `compile` gets it: references resolved to indices, parameters checked against the kind's schema. */
export interface CompilableRule {
  /** Index into names.rules. */
  readonly index: number;
  readonly hard: boolean;
  /** Weight units. */
  readonly weight: number;
  /** round(100 × weight). */
  readonly cost: number;
  readonly operationTags: readonly string[];
  readonly resourceTags: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * One kind of rule. To add a kind: one file like the others here, and one line in `ruleKinds.ts`.
 * `compile` says the rule in the term shapes of CompiledTerms; evaluation, deltas, bounds and explanation follow from those.
 */
export interface RuleKind {
  readonly kind: string;
  readonly description: string;
  readonly parameters: ParameterSchema;
  /** A hard rule forbids, or makes a conflict, instead of costing. */
  readonly mayBeHard: boolean;
  /** A negative weight is a preference. */
  readonly mayBeNegative: boolean;
  compile(rule: CompilableRule, context: RuleContext): void;
}

/** The part of JSON Schema that rule parameters need; usable as JSON Schema as it stands. */
export interface ParameterSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ParameterProperty>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type ParameterProperty =
  | { readonly type: 'boolean'; readonly description: string; readonly default?: boolean }
  | {
      readonly type: 'number' | 'integer';
      readonly description: string;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: 'string'; readonly description: string; readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' }; readonly description: string };

/** What a rule compiles against, and where its terms go. Masks hold 1 for what matches; an empty tag list matches all. */
export interface RuleContext {
  /** For a rule on one operation: without tags it concerns all that planning places, so no blockers. */
  operations(tags: readonly string[]): ClassMask;
  resources(tags: readonly string[]): ClassMask;
  /** For a rule on pairs: parts whose operation has any of the tags. Blockers are among them: a pair of two is what no rule concerns. */
  partMask(tags: readonly string[]): Uint8Array;
  /** For a rule on single parts: as `operations`, by part. */
  placedMask(tags: readonly string[]): Uint8Array;
  resourceMask(tags: readonly string[]): Uint8Array;
  /** For each resource, those that stand in the relation to it, both directions, without itself. */
  related(relation: Relation): readonly (readonly number[])[];
  /** Resource → its location, or itself. */
  places(scope: 'location' | 'resource'): Int32Array;
  /** The first parts of the operations of each flight, in order of the schedule; a flight is one name. */
  flights(): readonly (readonly number[])[];
  readonly terms: TermDrafts;
}

export type Relation = 'adjacent' | 'sibling' | 'parent';

/** The parameter that names a relation of resources. */
export const RELATION = {
  type: 'string',
  enum: ['adjacent', 'sibling', 'parent'] satisfies Relation[],
  description: 'adjacent: next to each other; sibling: of the same parent; parent: one is the parent of the other.',
} as const satisfies ParameterProperty;

/** A mask over tag classes, of operations or of resources. */
export type ClassMask = Uint8Array;

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Each)[] ? Each[] : T[K] };

/** Terms before they lie on the shared buffer. */
export interface TermDrafts extends ShapedDrafts, Writable<Pick<CompiledTerms, 'buffers' | 'adjacencies'>> {
  readonly matches: (Omit<CompiledTerms['matches'][number], 'parts' | 'resources'> & {
    readonly operations: ClassMask;
    readonly resources: ClassMask;
  })[];
  readonly stabilities: { rule: number; withinSeconds: number; factor: number; operations: ClassMask }[];
}

/** The parameter's tag list; absent is empty. */
export const tagList = (parameters: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  (parameters[name] as readonly string[] | undefined) ?? [];
