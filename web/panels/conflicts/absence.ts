import { useEffect, useRef, useState } from 'react';
import { memberOf } from '../../../engine/recordOf.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningKey } from '../../shell/boardState.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import type { Marks } from './marks.ts';

/** The conflicts of a planning that existed when this browser last showed it. */
export interface LastLook {
  /** Unix milliseconds. */
  readonly at: number;
  readonly conflicts: ReadonlySet<string>;
}

const MOST_KEPT = 5000;
const keyOf = (planning: string): string => `tidegate-conflicts-${planning}`;

/** Null when this browser has never shown the planning, or stores nothing. */
const lastLook = (planning: string): LastLook | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(planning)) ?? 'null');
    const [at, ids] = [memberOf(kept, 'at'), memberOf(kept, 'ids')];
    return typeof at === 'number' && Array.isArray(ids) ? { at, conflicts: new Set(ids.map(String)) } : null;
  } catch {
    return null;
  }
};

const keepLook = (planning: string, conflicts: readonly { readonly id: string }[], at: number): void => {
  if (conflicts.length > MOST_KEPT) return;
  try {
    localStorage.setItem(keyOf(planning), JSON.stringify({ at, ids: conflicts.map(({ id }) => id) }));
  } catch {
    // Without storage, no conflict is shown as new.
  }
};

/** The conflicts that existed when this browser last showed the planning. They are stored again whenever the page is left. */
export const useAbsence = (conflicts: readonly ConflictMark[]): LastLook | null => {
  const { clock } = useBoard();
  const planning = useBoardState(planningKey);
  const isLive = useBoardState(
    ({ layer, areConflictsKnown }) => areConflictsKnown && layer?.workspace === null && layer.change === null,
  );
  const [look, setLook] = useState(() => lastLook(planning));
  const latest = useRef<readonly ConflictMark[] | null>(null);
  // Conflicts of a draft, of a past state, or of a planning that is not loaded yet are not stored.
  latest.current = isLive ? conflicts : null;
  useEffect(() => {
    setLook(lastLook(planning));
    const keep = (): void => {
      if (latest.current !== null) keepLook(planning, latest.current, clock.now());
    };
    const changed = (): void => {
      if (document.visibilityState === 'hidden') keep();
      else setLook(lastLook(planning));
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      keep();
    };
  }, [planning, clock]);
  return look;
};

/** Whether a conflict is one that this browser has not shown yet, and that nobody has marked. */
export const isNew = ({ id }: ConflictMark, look: LastLook | null, marks: Marks): boolean =>
  look !== null && !look.conflicts.has(id) && !marks.has(id);
