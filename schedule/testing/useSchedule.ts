import { afterAll } from 'vitest';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { importSmall, newScope, openSchedule, type TestSchedule } from './openSchedule.ts';

/** Opens a schedule that is closed after the file's tests, and returns it with the scope of an administrator of a new organization. */
export const useSchedule = async (overrides: Partial<Ports> = {}) => {
  const opened = await openSchedule(overrides);
  afterAll(() => opened.close());
  return { opened, schedule: opened.schedule, scope: await newScope(opened) };
};

/** Imports a small planning and creates a draft; `draft` is the scope with that draft selected. */
export const importWithDraft = async (opened: TestSchedule, scope: Scope) => {
  const planning = await importSmall(opened, scope);
  const { id: workspace } = await opened.schedule.createWorkspace(scope, planning, { name: 'Draft' });
  return { planning, workspace, draft: { ...scope, workspace } };
};
