/** A learner's input and output. Plain data, so that it can be sent to a worker thread. */

/** The weight of an enabled soft rule, which learning may change. */
export interface KnownWeight {
  readonly id: string;
  readonly weight: number;
  /** The tags of a rule `match` with one tag on each side, which no new rule has to repeat; null: any other rule. */
  readonly match: { readonly operationTag: string | null; readonly resourceTag: string | null } | null;
}

/** A set of resources that a new rule could speak of. */
export interface ResourceSet {
  readonly id: string;
  /** The tag that all of them have; null if a tag has to be made. */
  readonly tag: string | null;
  readonly resources: readonly string[];
  /** Whether only rules for all operations may speak of it, as of a single resource: tags of operations would make too many. */
  readonly forAllOnly: boolean;
}

/**
 * What became of an operation. `moved`: a person moved it from where the optimizer or a repair had put it. `placed`: a person placed it. `refused`: a
 * person refused the repair that would have put it there. `accepted`: a person applied such a repair. `kept`: it stayed where the optimizer put it.
 */
export type ChoiceKind = 'moved' | 'placed' | 'refused' | 'accepted' | 'kept';

/** Whether a person decided against a proposal, or without one. Accepted and kept places only count against a preference. */
export const isDecision = (kind: ChoiceKind): boolean => kind === 'moved' || kind === 'placed' || kind === 'refused';

export interface RecordedChoice {
  readonly kind: ChoiceKind;
  /** How many choices it stands for, if it was drawn from several. */
  readonly share: number;
  readonly operationTags: readonly string[];
  /** The feasible places, each with the amounts that weights multiply, by weight id; absent amounts are 0. */
  readonly places: readonly { readonly resource: string; readonly terms: Readonly<Record<string, number>> }[];
  /** The index of the chosen place in `places`; −1 only if refused. */
  readonly chosen: number;
  /** The index of the place that the person decided against; −1 if there was none, or if it was not feasible. */
  readonly rejected: number;
}

export interface LearningTask {
  readonly weights: readonly KnownWeight[];
  readonly sets: readonly ResourceSet[];
  readonly choices: readonly RecordedChoice[];
  /** The least difference of costs, in weight units, that counts as a preference. */
  readonly margin: number;
  readonly mostProposals: number;
  /** The probability with which anything is proposed when there is no preference, over all candidates together. */
  readonly significance: number;
}

/** Numbers of decisions (`isDecision`), and with how many of them the present and the proposed weights agree. */
export interface Agreement {
  readonly choices: number;
  readonly before: number;
  readonly after: number;
}

/** What is proposed: a new weight of a known rule, or a new rule `match` for the operations with a tag (null: all) on the resources of a set. */
export type Preference =
  | { readonly of: 'weight'; readonly id: string }
  | { readonly of: 'rule'; readonly operationTag: string | null; readonly set: string };

export interface LearnedPreference {
  readonly preference: Preference;
  /** The weight as it is (0: a new rule), and as proposed. */
  readonly before: number;
  readonly after: number;
  /** With this change alone: on all choices against the optimizer or for a place, and on the quarter that was not learned from. */
  readonly agreement: Agreement;
  readonly holdout: Agreement;
  /**
   * Of a new rule: how many operations that it concerns the optimizer had put where the planner does not want them (against), or elsewhere
   * (for), and how many of those the planner moved or refused.
   */
  readonly concerned: number;
  readonly decided: number;
  /** An upper bound on the probability of so much evidence by chance, times the number of candidates. */
  readonly chance: number;
}

export interface Learned {
  readonly preferences: readonly LearnedPreference[];
  /** With all changes together. */
  readonly agreement: Agreement;
  readonly holdout: Agreement;
  readonly candidates: number;
}
