import type { Logger } from 'pino';
import { deliver, type Missed, takeDelivery, takeInChanges } from '../../schedule/webhooks/deliver.ts';
import { messageSources } from '../../schedule/webhooks/changeMessage.ts';
import { type ClaimLoop, startClaimLoop } from './claimLoop.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';
import type { Service } from './openService.ts';

/** The most messages in flight, each to another webhook. */
const AT_A_TIME = 8;

/** Delivers changes to webhooks. All nodes do this together; each message is claimed by one of them. */
export const startWebhookLoop = (
  { signals, ports }: Pick<Service, 'signals' | 'ports'>,
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<ServiceMetrics, 'webhookSent'> },
): Promise<ClaimLoop> => {
  const sources = messageSources(ports);
  const onMissed = ({ webhook: { id, planning }, changes }: Missed): void =>
    log.warn(
      { webhook: id, planning: planning.id, changes },
      'a webhook was paused or behind until changes were deleted from the history (HISTORY_DAYS); it is told to read the planning anew',
    );
  return startClaimLoop(signals, {
    gatherMs: 50,
    pollMs: 5_000,
    atATime: AT_A_TIME,
    watched: () => ports.webhooks.watched(),
    isNews: ({ kind }) => kind === 'change',
    async prepare(stopping) {
      while (!stopping.aborted && (await takeInChanges(ports, onMissed))) {
        // Each call takes in one page of changes.
      }
    },
    claim: () => takeDelivery(ports),
    async run(taken) {
      const { webhook, delivery } = taken;
      const { outcome, error } = await deliver(ports, sources, taken);
      if (outcome === 'empty') return;
      metrics.webhookSent(outcome);
      const about = { webhook: webhook.id, planning: webhook.planning.id, delivery: delivery.id, outcome };
      if (outcome === 'delivered') log.debug(about, 'a webhook message was delivered');
      else log.warn({ ...about, error, attempts: delivery.attempts + 1 }, 'a webhook message was not delivered');
    },
    onError: (error) => log.error({ err: error }, 'delivering webhook messages failed and is retried'),
  });
};
