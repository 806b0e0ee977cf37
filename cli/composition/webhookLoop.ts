import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliver, type Taken, takeDelivery, takeInChanges } from '../../schedule/webhooks/deliver.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import type { Service } from './openService.ts';

/** After a signal: what is written meanwhile is found by the same look. */
const GATHER_MS = 50;
/** Changes of plannings that have webhooks wake the loop; this finds those plannings, what is due by its time, and what another node left behind. */
const POLL_MS = 5_000;
/** Messages under way at a time; each to another subscriber. */
const AT_A_TIME = 8;

export interface WebhookLoop {
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Tells subscribers of changes, together with all other nodes: each message is one node's. */
export const startWebhookLoop = async (
  { signals, ports }: Pick<Service, 'signals' | 'ports'>,
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<ServiceMetrics, 'webhookSent'> },
): Promise<WebhookLoop> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looking: Promise<void> | null = null;
  let again = false;
  let watched: ReadonlySet<number> = new Set();
  const underWay = new Set<Promise<void>>();

  const send = async (taken: Taken): Promise<void> => {
    const { webhook, delivery } = taken;
    const { outcome, error } = await deliver(ports, taken);
    if (outcome === 'empty') return;
    metrics.webhookSent(outcome);
    const about = { webhook: webhook.id, planning: webhook.planning.id, delivery: delivery.id, outcome };
    if (outcome === 'delivered') log.debug(about, 'a subscriber was told');
    else log.warn({ ...about, error, attempts: delivery.attempts + 1 }, 'a subscriber was not told');
  };
  const late = (error: unknown): void => log.error({ err: error }, 'webhooks are late');
  /** Nobody waits for a subscriber that is slow. */
  const start = (taken: Taken): void => {
    const sending = send(taken)
      .catch(late)
      .finally(() => {
        underWay.delete(sending);
        look();
      });
    underWay.add(sending);
  };
  const work = async (): Promise<void> => {
    watched = new Set(await ports.webhooks.watched());
    if (watched.size === 0) return;
    while (!signal.aborted && (await takeInChanges(ports))) {
      // As many pages as there are.
    }
    while (!signal.aborted && underWay.size < AT_A_TIME) {
      const taken = await takeDelivery(ports);
      if (taken === undefined) return;
      start(taken);
    }
  };
  const lookOn = async (): Promise<void> => {
    do {
      await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
      again = false;
      await work().catch(late);
    } while (again && !signal.aborted);
    looking = null;
  };
  const look = (): void => {
    if (signal.aborted) return;
    again = looking !== null;
    looking ??= lookOn();
  };

  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if (signal.kind === 'change' && watched.has(signal.planning)) look();
    },
    onReconnect: look,
  });
  look();
  const timer = setInterval(look, POLL_MS);
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await unsubscribe();
      await looking;
      await Promise.all(underWay);
    },
  };
};
