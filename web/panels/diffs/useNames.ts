import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { patchTables } from '../../../client/planningPatch.ts';
import { type Tables, tablesOf } from '../../../client/planningTables.ts';
import type { PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import { present } from '../../../engine/present.ts';
import { isRecord, memberOf } from '../../../engine/recordOf.ts';
import { LiveDocument } from '../../planning/liveDocument.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { type Names, namesOf, REFERRED, referredName } from './names.ts';
import type { Diff } from './withMoves.ts';

/** The ids in the value of a member, of which that of a place has parts. */
const idsIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.map((one: unknown) => memberOf(one, 'resource') ?? one) : [value];

const refersToUnknown = (names: Names, diffs: readonly Diff[]): boolean =>
  diffs.some(({ before, after }) =>
    Object.keys(REFERRED).some((member) =>
      [before, after]
        .flatMap((record) => idsIn(memberOf(record, member)))
        .some((id) => typeof id === 'string' && referredName(names, member, id) === undefined),
    ),
  );

/** The records of which differences tell, also those that are gone. */
const tablesIn = (diffs: readonly Diff[]): Tables => {
  const { tables } = LiveDocument.empty();
  const records = diffs.map(({ entity, id, before, after }) => ({ entity, id, after: after ?? before }));
  patchTables(
    tables,
    records.flatMap(({ after, ...named }) => (isRecord(after) ? [{ ...named, after }] : [])),
  );
  return tables;
};

/** The names for the differences of a change: those of now, of its own records, and, where these do not suffice, of the state to which it led. */
export const useNames = (diffs: readonly Diff[], change: string | null): Names => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const own = useMemo(() => tablesIn(diffs), [diffs]);
  const names = namesOf(board, own);
  const { data: then } = useQuery({
    queryKey: ['state', layer?.planning, layer?.workspace, change],
    queryFn: async () => {
      const { text } = await board.endpoints.exported(present(layer), change);
      return tablesOf(JSON.parse(text) as PlanningDocument);
    },
    enabled: change !== null && refersToUnknown(names, diffs),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return then === undefined ? names : namesOf(board, own, then);
};
