import { createEvents, type Events } from '../events/events.ts';
import { createCaches } from '../schedule.ts';
import type { TestSchedule } from './openSchedule.ts';

/** The events of a schedule that no signal announces: it looks for changes every five milliseconds. */
export const openEvents = ({ ports }: TestSchedule, onFault: (error: unknown) => void): Promise<Events> => {
  const signals = { subscribe: async () => async () => {}, committed: () => {} };
  return createEvents(ports, { signals, conflicts: createCaches(ports).conflicts, onFault, pollMs: 5 });
};
