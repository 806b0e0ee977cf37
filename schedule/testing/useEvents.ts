import { afterAll, expect } from 'vitest';
import { createEvents, type Events } from '../events/events.ts';
import { createCaches } from '../schedule.ts';
import type { TestSchedule } from './openSchedule.ts';

/** The events of a schedule that no signal announces: it looks for changes every five milliseconds. Nothing may go wrong with them in the file's tests. */
export const useEvents = async ({ ports }: TestSchedule): Promise<Events> => {
  const faults: unknown[] = [];
  const signals = { subscribe: async () => async () => {}, committed: () => {} };
  const onFault = (error: unknown): void => void faults.push(error);
  const hub = await createEvents(ports, { signals, conflicts: createCaches(ports).conflicts, onFault, pollMs: 5 });
  afterAll(async () => {
    await hub.close();
    expect(faults).toEqual([]);
  });
  return hub;
};
