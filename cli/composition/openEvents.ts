import type { Logger } from 'pino';
import { createEvents, type Events } from '../../schedule/events/events.ts';
import type { Service } from './openService.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';

/** The hub of live events of this node, with its metrics. */
export const openEvents = async (
  { ports, signals, caches }: Service,
  { log, metrics }: { readonly log: Logger; readonly metrics: ServiceMetrics },
): Promise<Events> => {
  const events = await createEvents(ports, {
    signals,
    conflicts: caches.conflicts,
    onDelivered: metrics.eventDelivered,
    onFault: (error) => log.warn({ err: error }, 'events are late'),
  });
  metrics.watchSubscribers(() => events.subscriberCount);
  return events;
};
