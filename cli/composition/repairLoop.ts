import type { Logger } from 'pino';
import { StoreError } from '../../db/storeError.ts';
import type { Deps } from '../../schedule/deps.ts';
import {
  claimPlanning,
  type UnrepairedConflicts,
  repairPlanning,
  type RepairRound,
} from '../../schedule/repairs/repairPlanning.ts';
import { createUserNames } from '../../schedule/users/userNames.ts';
import { type ClaimLoop, startClaimLoop } from './claimLoop.ts';
import type { Service } from './openService.ts';

/** The most plannings that one node repairs at a time. */
const AT_A_TIME = 2;

/** Repairs the plannings whose policy is on. All nodes with workers do this together; each planning is claimed by one of them. */
export const startRepairLoop = (
  { signals, ports, caches }: Pick<Service, 'signals' | 'ports' | 'caches'>,
  { log, onRound }: { readonly log: Logger; readonly onRound: (round: RepairRound) => void },
): Promise<ClaimLoop> => {
  const deps: Deps = { ...ports, ...caches, names: createUserNames(ports.accounts, ports.clock) };
  const lastUnrepaired: UnrepairedConflicts = new Map();
  return startClaimLoop(signals, {
    gatherMs: 40,
    pollMs: 1_000,
    atATime: AT_A_TIME,
    async watched() {
      await ports.repairs.watchAll();
      return ports.repairs.watched();
    },
    isNews: ({ kind }) => kind === 'change' || kind === 'repair',
    claim: () => claimPlanning(deps),
    async run(work) {
      const round = await repairPlanning(deps, work, lastUnrepaired);
      onRound(round);
      log.debug(round, 'a planning was looked at for repairs');
    },
    onError(error) {
      if (error instanceof StoreError && error.code === 'planning_not_found') return;
      log.error({ err: error }, 'repairing failed and is retried');
    },
  });
};
