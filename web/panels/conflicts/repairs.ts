import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeMessage, OtherMessage } from '../../../client/livePlanning.ts';
import { dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningOf, type Schemas } from '../service.ts';

export type Repair = Schemas['Repair'];
export type RepairPolicy = Schemas['RepairPolicy'];

interface Standing {
  readonly policy: RepairPolicy;
  /** The repairs that may be applied or refused, oldest first. */
  readonly open: readonly Repair[];
  /** The latest repairs that went stale within the last hour, newest first. */
  readonly stale: readonly Repair[];
}

const STALE_FOR_MS = 3_600_000;
const MOST_STALE = 5;

/** What the standing repair does at the moment. */
export type RepairStatus = RepairPolicy['mode'] | 'paused';

export const statusOf = ({ mode, paused }: RepairPolicy): RepairStatus => (paused === null ? mode : 'paused');

/** The text of the switch. */
export const STATUS_TEXT: Readonly<Record<RepairStatus, string>> = {
  off: 'Repair off',
  propose: 'Repair proposes',
  apply: 'Repair applies',
  paused: 'Repair paused',
};

/** Writes the policy, which also ends a pause. */
export const writePolicy = (board: Board, policy: Schemas['RepairPolicyWrite']): Promise<RepairPolicy> =>
  dataOf(board.service(null).PUT('/v1/plannings/{id}/repair-policy/', { params: planningOf(board), body: policy }));

/** Turns the standing repair to a mode, and keeps the limits. */
export const setMode = async (board: Board, policy: RepairPolicy, mode: RepairPolicy['mode']): Promise<void> => {
  try {
    await writePolicy(board, { ...policy, mode });
  } catch (error) {
    board.fail('Setting the standing repair', error, () => void setMode(board, policy, mode));
  }
};

export const openRepairDialog = (board: Board, name: 'repair-policy' | 'repair-balance'): void =>
  board.store.setState({ dialog: { kind: 'other', name } });

const keyOf = (planning: string): readonly string[] => ['repairs', planning];
const usePlanning = (): string => useBoardState(({ layer }) => layer?.planning ?? '');

interface StandingRepairAnswer {
  /** Undefined until it is loaded. */
  readonly standing: Standing | undefined;
  /** Why it cannot be loaded; null if nothing is wrong. */
  readonly problem: string | null;
  readonly reload: () => void;
}

/** The standing repair of the live schedule. The switch in the header keeps it up to date. */
export const useStandingRepair = (): StandingRepairAnswer => {
  const board = useBoard();
  const queries = useQueryClient();
  const planning = usePlanning();
  const { data, error } = useQuery({ queryKey: keyOf(planning), queryFn: () => load(board), staleTime: 60_000 });
  return {
    standing: data,
    problem: error?.message ?? null,
    reload: () => void queries.invalidateQueries({ queryKey: keyOf(planning) }),
  };
};

/** Reads the repairs, their policy and their balance again whenever they change. */
export const useRepairUpdates = (): void => {
  const board = useBoard();
  const queries = useQueryClient();
  const planning = usePlanning();
  useEffect(
    () =>
      board.news.onMessage((message) => {
        if (concerns(message)) void queries.invalidateQueries({ queryKey: keyOf(planning) });
      }),
    [board, queries, planning],
  );
};

/** Whether a message may change the open repairs, or the policy, which is a part of the planning. After a reconnection both may have changed. */
const concerns = (message: ChangeMessage | OtherMessage): boolean =>
  message.type === 'change'
    ? message.events.some(({ type }) => type === 'planning.updated')
    : message.type === 'state' || message.type.startsWith('repair.');

const load = async (board: Board): Promise<Standing> => {
  const { path } = planningOf(board);
  const live = board.service(null);
  const since = new Date(board.clock.now() - STALE_FOR_MS).toISOString();
  const [policy, open, stale] = await Promise.all([
    dataOf(live.GET('/v1/plannings/{id}/repair-policy/', { params: { path } })),
    dataOf(live.GET('/v1/plannings/{id}/repairs/', { params: { path, query: { state: 'open' } } })),
    dataOf(
      live.GET('/v1/plannings/{id}/repairs/', {
        params: { path, query: { state: 'stale', since, limit: MOST_STALE } },
      }),
    ),
  ]);
  return { policy, open: open.toReversed(), stale };
};
