import * as fc from 'fast-check';

/** A step as small numbers, so that it shrinks; they select among what exists. */
const step = fc.record({
  verb: fc.oneof(
    {
      weight: 10,
      arbitrary: fc.constantFrom(
        'patch',
        'patch',
        'patchTask',
        'assign',
        'assign',
        'deactivate',
        'deleteOperation',
        'bulk',
      ),
    },
    {
      weight: 7,
      arbitrary: fc.constantFrom(
        'link',
        'link',
        'createTask',
        'deleteTask',
        'createOperation',
        'upload',
        'resource',
        'resource',
        'location',
        'tag',
        'tag',
        'group',
        'planning',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('deleteResource', 'deleteLocation', 'deleteTag', 'deleteGroup') },
    {
      weight: 7,
      arbitrary: fc.constantFrom(
        'rebase',
        'publish',
        'publish',
        'publish',
        'revert',
        'revert',
        'revert',
        'space',
        'space',
        'archive',
        'restore',
      ),
    },
  ),
  layer: fc.nat(5),
  a: fc.nat(60),
  b: fc.nat(60),
  c: fc.nat(60),
});
/** Drawn uniformly, because small numbers have no special meaning. */
export const sequence = fc.noBias(fc.array(step, { minLength: 1, maxLength: 50, size: 'max' }));
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
