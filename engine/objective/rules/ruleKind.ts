import type { CompiledTerms } from '../../instance/instance.ts';
import type { ShapedDrafts } from '../terms/termShapes.ts';

/** A rule as passed to the `compile` of its kind: references are resolved to indices, and parameters are checked against the kind's schema. */
export interface CompilableRule<Parameters = Readonly<Record<string, unknown>>> {
  /** Index into names.rules. */
  readonly index: number;
  readonly hard: boolean;
  /** In weight units. */
  readonly weight: number;
  /** round(100 × weight), in hundredths of a weight unit. */
  readonly cost: number;
  readonly operationTags: readonly string[];
  readonly resourceTags: readonly string[];
  readonly parameters: Parameters;
}

/**
 * One kind of rule. A new kind is one file like the others here and one line in `ruleKinds.ts`. `compile` expresses the rule in the
 * term shapes of CompiledTerms, from which evaluation, deltas, bounds and explanation follow. `Parameters` is what the schema ensures.
 */
export interface RuleKind<Parameters = Readonly<Record<string, unknown>>> {
  readonly kind: string;
  readonly description: string;
  readonly parameters: ParameterSchema;
  /** Whether a rule may be hard: then it forbids a place or makes a conflict instead of having a cost. */
  readonly mayBeHard: boolean;
  /** Whether the weight may be negative, which expresses a preference. */
  readonly mayBeNegative: boolean;
  compile(rule: CompilableRule<Parameters>, context: RuleContext): void;
}

/** The subset of JSON Schema that rule parameters need; valid JSON Schema as it is. */
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
    }
  | { readonly type: 'string'; readonly description: string; readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' }; readonly description: string };

/**
 * The data that a rule compiles against, and the drafts that receive its terms. Masks hold 1 for matches; an empty tag list matches
 * everything.
 */
export interface RuleContext {
  /** For a rule on single operations: a mask over classes. Without tags it matches everything that planning places, so no blockers. */
  operations(tags: readonly string[]): ClassMask;
  resources(tags: readonly string[]): ClassMask;
  /**
   * For a rule on pairs: the parts whose operation has any of the tags, including blockers, since pairs of two blockers are excluded
   * elsewhere.
   */
  partMask(tags: readonly string[]): Uint8Array;
  /** For a rule on single parts: like `operations`, as a mask over parts. */
  placedMask(tags: readonly string[]): Uint8Array;
  resourceMask(tags: readonly string[]): Uint8Array;
  /** For each resource, the others in this relation to it, in both directions. */
  related(relation: Relation): readonly (readonly number[])[];
  /** Maps each resource to its location, or to itself. */
  places(scope: Scope): Int32Array;
  /** For each flight, the first parts of its operations in order of scheduled time. Operations with the same name are one flight. */
  flights(): readonly (readonly number[])[];
  readonly terms: TermDrafts;
}

export type Relation = 'adjacent' | 'sibling' | 'parent';
export type Scope = 'location' | 'resource';

/** The parameter that names a relation of resources. */
export const RELATION = {
  type: 'string',
  enum: ['adjacent', 'sibling', 'parent'] satisfies Relation[],
  description:
    'How the resources are related. adjacent: next to each other; sibling: with the same parent; parent: one is the parent of the other.',
} as const satisfies ParameterProperty;

/** A mask over tag classes, of operations or of resources. */
export type ClassMask = Uint8Array;

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Each)[] ? Each[] : T[K] };

/** The terms before they are copied to the shared buffer. */
export interface TermDrafts extends ShapedDrafts, Writable<Pick<CompiledTerms, 'buffers' | 'adjacencies'>> {
  readonly matches: (Omit<CompiledTerms['matches'][number], 'parts' | 'resources'> & {
    readonly operations: ClassMask;
    readonly resources: ClassMask;
  })[];
  readonly stabilities: { rule: number; withinSeconds: number; factor: number; operations: ClassMask }[];
}
