import { locate } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import type { PreferencesRecord } from '../records/records.ts';
import type { JsonObject, Scope } from '../types.ts';

/** The caller's own preferences for a planning; empty if none were stored. */
export const getPreferences = async (deps: Ports, scope: Scope, planning: string): Promise<PreferencesRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { user } = scope.actor;
  const { data, updatedAt } = await deps.accounts.preferences(ref.key, user);
  return { planning: ref.id, user, data, updatedAt: instant(updatedAt) };
};

/** Stores the caller's own preferences, which a viewer may do, too. */
export const putPreferences = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  data: JsonObject,
): Promise<PreferencesRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const { user } = scope.actor;
  const { updatedAt } = await deps.accounts.setPreferences(ref.key, user, data);
  return { planning: ref.id, user, data, updatedAt: instant(updatedAt) };
};
