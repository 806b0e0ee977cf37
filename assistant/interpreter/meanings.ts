/** Words that newcomers ask about, and what they mean: rows of docs/glossary.md. */
const TERMS: readonly (readonly [word: string, meaning: string])[] = [
  [
    'planning',
    'the operations, resources, rules and assignments that are planned together, such as those of one airport over some days; belongs to an organization',
  ],
  ['resource', 'a place that operations are assigned to, such as a stand or a berth; lies in a location'],
  ['location', 'a physical area with resources, such as a pier or a quay; may lie in another location'],
  [
    'tag',
    'a category with a value, such as size = C, on operations, tasks and resources; a required tag restricts an operation to resources with the same tag',
  ],
  ['group', "operations that belong together, such as one vessel's port call"],
  [
    'operation',
    "a planned stay, such as an aircraft's turnaround or a vessel's call; it has an inbound and an outbound task",
  ],
  ['task', 'one side of an operation (its arrival or its departure), with its scheduled, expected and actual time'],
  ['blocker', 'an operation that only blocks a resource, such as maintenance'],
  ['fixed', 'an operation that solvers, strategies and the assistant must not move; a person may'],
  ['started', 'an operation whose inbound actual time is known'],
  ['unassigned', 'an operation without a place'],
  ['mainline', 'the live schedule'],
  ['workspace, draft', 'changes laid over the mainline that only readers of the draft see until it is published'],
  [
    'changeset, change',
    'everything that one write changed, together with its author and time; the number of a changeset',
  ],
  ['strategy', 'a set of moves that resolves a conflict'],
  ['proposal', 'moves that the assistant found and a person may apply'],
  [
    'repair',
    'the fewest moves that close one or more conflicts (in a search, destroy and repair has its textbook meaning)',
  ],
  [
    'standing repair, policy',
    'the function that watches a planning and proposes or writes a repair whenever a conflict opens; the limits of what it may do',
  ],
  ['move', 'one change of a plan: reassign, swap, unassign, delay'],
  ['hold', 'a delay that is imposed on an operation; an operation with one is held'],
  ['virtual state', 'hypothetical places and times that are sent with a request and not stored'],
  [
    'conflict',
    'a pair of parts that cannot both be where they are, because they overlap (overlap), the gap between them is too short (buffer), or a hard rule about related resources forbids it (adjacency)',
  ],
  [
    'critical',
    'a conflict with a probability of at least 50 %; from 10 % to 50 % it is a warning, and below that info',
  ],
  [
    'probability',
    'how likely it is that the two parts of a conflict really collide, given how uncertain their times are',
  ],
  ['rule', 'a preference or a penalty; a hard rule forbids a place, or makes a pair of parts a conflict'],
  [
    'score',
    'what a plan costs in weight units; lower is better. It is the sum of the costs of conflicts, unassigned operations, reassignments, delays and broken rules',
  ],
  ['bound', 'a proven lower limit: no plan has a lower score'],
  ['gap', 'how far a plan may be from the best one: (score − bound) / max(1, abs(score))'],
  ['penalty, weight', 'what each violation of a rule costs'],
  ['risk', 'the expected number of conflicts among pairs that are not in conflict by their expected times'],
  ['conflict minutes', 'minutes that an aircraft spends on the ground without a stand of its own'],
];

/** The form in which a term is looked up: "Conflicts" is "conflict". */
export const termOf = (text: string): string => {
  const word = text.toLowerCase();
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

/** By term, the word as the glossary has it and its meaning. */
export const MEANINGS: ReadonlyMap<string, readonly [word: string, meaning: string]> = new Map(
  TERMS.flatMap((one) => one[0].split(', ').map((word) => [termOf(word), one] as const)),
);
