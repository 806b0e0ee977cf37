import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliver, type Taken, takeDelivery, takeInChanges } from '../../schedule/webhooks/deliver.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import type { Service } from './openService.ts';

/** The delay after a signal, so that one round handles all changes written within it. */
const GATHER_MS = 50;
/** The loop is woken by changes of plannings with webhooks. Polling finds new webhooks, retries that are due, and messages that another node left. */
const POLL_MS = 5_000;
/** The most messages in flight, each to another webhook. */
const AT_A_TIME = 8;

export interface WebhookLoop {
  /** Stops sending and waits for the messages in flight. */
  stop(): Promise<void>;
}

/** Delivers changes to webhooks. All nodes do this together; each message is claimed by one of them. */
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
    if (outcome === 'delivered') log.debug(about, 'a webhook message was delivered');
    else log.warn({ ...about, error, attempts: delivery.attempts + 1 }, 'a webhook message was not delivered');
  };
  const late = (error: unknown): void => log.error({ err: error }, 'delivering webhook messages failed and is retried');
  /** Starts a delivery without waiting for it, so that a slow receiver delays no other. */
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
      // Reads all pages of changes.
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
