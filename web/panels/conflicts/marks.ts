import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../../../client/tidegate.ts';
import { mayPass } from '../../server/mayPass.ts';
import { type Board } from '../../shell/board.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { eventData, planningOf, type Schemas, serviceOf } from '../service.ts';

export type Mark = Schemas['ConflictMark'];
export type MarkWrite = Schemas['ConflictMarkWrite'];
export type Marks = ReadonlyMap<string, Mark>;

const NO_MARKS: Marks = new Map();

/** The marks of conflicts, which all planners share; kept up to date. */
export const useMarks = (): Marks => {
  const board = useBoard();
  const queries = useQueryClient();
  const planning = useBoardState((state) => state.layer?.planning ?? '');
  const key = ['marks', planning];
  const { data } = useQuery({ queryKey: key, queryFn: () => loadMarks(board), staleTime: 60_000 });
  useEffect(
    () =>
      board.news.onMessage((message) => {
        const marked = eventData(message, 'conflict.marked');
        if (marked === null) return;
        queries.setQueryData<Marks>(['marks', planning], (marks) => withMark(marks, marked.id, marked.mark));
      }),
    [board, queries, planning],
  );
  return data ?? NO_MARKS;
};

/** Returns a function that sets a mark for everybody. It is shown here once the service has stored it. */
export const useMarking = (): ((conflict: string, mark: MarkWrite) => Promise<void>) => {
  const board = useBoard();
  const queries = useQueryClient();
  const mark = async (conflict: string, body: MarkWrite): Promise<void> => {
    const { path } = planningOf(board);
    try {
      const call = serviceOf(board).PUT('/v1/plannings/{id}/conflicts/{conflict_id}/mark/', {
        params: { path: { ...path, conflict_id: conflict } },
        body,
      });
      const { mark } = await dataOf(call);
      queries.setQueryData<Marks>(['marks', path.id], (marks) => withMark(marks, conflict, mark));
    } catch (error) {
      // That it was seen is noticed again when it is opened again, and the planner has not asked for it.
      if (body.onlyIfUnmarked === true && mayPass(error)) return;
      board.fail('Marking a conflict', error, () => void mark(conflict, body));
    }
  };
  return mark;
};

const loadMarks = async (board: Board): Promise<Marks> => {
  const conflicts = await dataOf(serviceOf(board).GET('/v1/plannings/{id}/conflicts/', { params: planningOf(board) }));
  return new Map(conflicts.flatMap(({ id, mark }) => (mark == null ? [] : [[id, mark] as const])));
};

const withMark = (marks: Marks | undefined, conflict: string, mark: Mark | null): Marks => {
  const next = new Map(marks);
  if (mark === null) next.delete(conflict);
  else next.set(conflict, mark);
  return next;
};

/** Whether a mark accepts the conflict and has not expired. `now` is in epoch milliseconds. */
export const isAccepted = (mark: Mark | undefined, now: number): boolean =>
  mark?.state === 'accepted' && (mark.until === null || Date.parse(mark.until) > now);
