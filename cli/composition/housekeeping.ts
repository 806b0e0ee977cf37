import type { Logger } from 'pino';
import { RETIRED_KEY_MS } from '../../api/auth/tokens.ts';
import type { Ports } from '../../schedule/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Deletes expired rows: logins and what belongs to them, responses stored for idempotency, proposals, webhook messages, and history and repairs older than
 * `historyDays` (none when undefined). Returns how many of each were deleted.
 */
export const sweep = async (
  {
    accounts,
    idempotency,
    proposals,
    repairs,
    webhooks,
    webhookLimits,
    store,
    clock,
  }: Pick<
    Ports,
    'accounts' | 'idempotency' | 'proposals' | 'repairs' | 'webhooks' | 'webhookLimits' | 'store' | 'clock'
  >,
  historyDays: number | undefined,
): Promise<{
  readonly logins: number;
  readonly answers: number;
  readonly proposals: number;
  readonly repairs: number;
  readonly messages: number;
  readonly history: number;
}> => ({
  logins: await accounts.pruneLogins(clock(), clock() - RETIRED_KEY_MS),
  answers: await idempotency.prune(DAY_MS),
  proposals: await proposals.prune(DAY_MS),
  repairs: historyDays === undefined ? 0 : await repairs.prune(clock() - historyDays * DAY_MS),
  messages: await webhooks.prune(clock() - webhookLimits.keptMs),
  history: historyDays === undefined ? 0 : await store.forget(clock() - historyDays * DAY_MS),
});

/** Deletes expired rows now and every hour. A failure is logged and retried an hour later. */
export const startHousekeeping = (
  ports: Parameters<typeof sweep>[0],
  historyDays: number | undefined,
  log: Logger,
): { stop(): Promise<void> } => {
  let underWay: Promise<void> = Promise.resolve();
  const run = (): void => {
    underWay = underWay
      .then(() => sweep(ports, historyDays))
      .then(
        (deleted) => log.debug(deleted, 'swept'),
        (error: unknown) => log.warn({ err: error }, 'sweeping failed'),
      );
  };
  run();
  const timer = setInterval(run, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
};
