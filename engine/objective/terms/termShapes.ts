import { keysOf, recordOf } from '../../recordOf.ts';
import type { Timelines } from '../../board/timelines.ts';
import type { Instance } from '../../instance/instance.ts';
import { balances } from './balance.ts';
import { continuities } from './continuity.ts';
import { departures } from './departure.ts';
import { groups } from './group.ts';
import type { Cut, RuleTerm, TermDelta, TermShape } from './termShape.ts';
import { usages } from './usage.ts';

/** All shapes, each by the name of its list in `instance.terms`. */
const TERM_SHAPES = { departures, groups, continuities, usages, balances };

type Shapes = typeof TERM_SHAPES;
type TermOf<S> = S extends TermShape<infer T> ? T : never;
export type ShapedTerms = { readonly [K in keyof Shapes]: readonly TermOf<Shapes[K]>[] };
export type ShapedDrafts = { readonly [K in keyof Shapes]: TermOf<Shapes[K]>[] };

type AnyShape = TermShape<RuleTerm>;
const NAMES = keysOf(TERM_SHAPES);
/** Each shape is passed only the terms of its own list. */
const ENTRIES: readonly (readonly [keyof Shapes, AnyShape])[] = NAMES.map((name) => [name, TERM_SHAPES[name]]);
export const SHAPES: readonly AnyShape[] = ENTRIES.map(([, shape]) => shape);

const byList = (list: (name: keyof Shapes, shape: AnyShape) => readonly RuleTerm[]): ShapedDrafts =>
  recordOf(NAMES, (name) => list(name, TERM_SHAPES[name])) as ShapedDrafts;

export const noShapedTerms = (): ShapedDrafts => byList(() => []);

/** Maps each term of each shape. */
export const mapShapedTerms = (terms: ShapedTerms, map: <T extends RuleTerm>(term: T) => T): ShapedTerms =>
  byList((name) => terms[name].map((term) => map(term)));

/** The members of each shape's terms that hold something about each part (`TermShape.byPart`); undefined if some terms of the plan are not like that. */
export const shapedMembersByPart = (terms: ShapedTerms): Readonly<Record<string, readonly string[]>> | undefined =>
  NAMES.every((name) => terms[name].length === 0 || TERM_SHAPES[name].byPart !== undefined)
    ? recordOf(NAMES, (name) => TERM_SHAPES[name].byPart ?? [])
    : undefined;

export const sliceShapedTerms = (terms: ShapedTerms, cut: Cut): ShapedTerms =>
  byList((name, shape) => terms[name].map((term) => shape.slice(term, cut)));

/** Whether the instance has no terms of any shape but these. */
export const hasNoShapesExcept = (terms: ShapedTerms, some: readonly (keyof Shapes)[]): boolean =>
  NAMES.every((name) => some.includes(name) || terms[name].length === 0);

/** The deltas of the shapes of which the instance has terms. */
export const deltasOf = (instance: Instance, timelines: Timelines): readonly TermDelta[] =>
  ENTRIES.flatMap(([name, shape]) => (instance.terms[name].length > 0 ? [shape.delta(instance, timelines)] : []));

/** For each term that a path relaxation leaves out, the cost that it is a multiple of, in hundredths. */
export const costsLeftOut = ({ terms }: Instance): readonly number[] =>
  ENTRIES.flatMap(([name, { relaxation }]) =>
    relaxation.kind === 'leftOut' ? terms[name].map((term) => relaxation.cost(term)) : [],
  );

/** What each resource costs when any part other than a blocker is on it, in hundredths. */
export const resourceCosts = ({ terms, resourceCount }: Instance): Int32Array => {
  const sums = new Int32Array(resourceCount);
  for (const [name, { relaxation }] of ENTRIES) {
    if (relaxation.kind !== 'perResource') continue;
    for (const term of terms[name]) relaxation.costs(term).forEach((cost, resource) => (sums[resource] += cost));
  }
  return sums;
};
