import type { Actor, ChangeSource, Scope } from '../types.ts';

/** The scope of somebody who acts on the mainline, without any conditions of a request. */
export const actorScope = (actor: Actor, source: ChangeSource = 'api', message: string | null = null): Scope => ({
  actor,
  workspace: null,
  organization: null,
  ifMatch: null,
  source,
  message,
  idempotency: null,
});
