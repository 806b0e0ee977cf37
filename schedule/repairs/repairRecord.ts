import type { Repair } from '../../db/runs/repairs.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { ScoreChange } from '../plans/judgeMoves.ts';
import type { Move } from '../plans/moves.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import { fromJson } from '../storedAs.ts';

/** What is stored of a repair besides what every proposal has. */
export interface RepairDetails {
  readonly closes: readonly ConflictRecord[];
  /** Weight units that the moves cost, not counting the conflicts that they close. */
  readonly loss: number;
  readonly proved: boolean;
  readonly movesBound: number;
  /** The changeset that made the repair necessary, as far as it is known. */
  readonly cause: string | null;
  /** Milliseconds from that changeset to the proposal. */
  readonly latencyMs: number | null;
  /** `engine/repair/repair.ts`: the moves as text, by which a refused repair is known again. */
  readonly signature: string;
  /** The planning's time when it was decided, epoch milliseconds; for what counts by the hour. */
  readonly at?: number;
}

export interface RepairRecord extends Omit<RepairDetails, 'signature' | 'at'> {
  readonly id: string;
  readonly planning: string;
  readonly state: Repair['state'];
  readonly reason: string | null;
  readonly explanation: string;
  readonly moves: readonly Move[];
  readonly score: ScoreChange;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly changeset: string | null;
}

export const detailsOf = ({ details }: Pick<Repair, 'details'>): RepairDetails => fromJson(details);

export const repairRecord = (repair: Repair): RepairRecord => {
  const { id, planning, state, reason, explanation, moves, score, createdAt, decidedBy, decidedAt, changeset } = repair;
  const { signature: _signature, at: _at, ...details } = detailsOf(repair);
  return {
    id,
    planning: planning.id,
    state,
    reason,
    explanation,
    moves: fromJson(moves),
    score: fromJson(score),
    ...details,
    createdAt: instant(createdAt),
    decidedBy,
    decidedAt: instantOrNull(decidedAt),
    changeset,
  };
};
