import { bigint, integer, jsonb, pgTable, serial, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { JsonObject } from './values.ts';
import type { MarkState } from '../runs/marks.ts';
import type { ChangeSource, Counts } from '../versions/store.ts';

const int8 = (name: string) => bigint(name, { mode: 'number' });

/** A planning's counter and lock; its fields are versions like every entity's. */
export const plannings = pgTable('plannings', {
  key: serial('key').primaryKey(),
  organization: text('organization').notNull(),
  id: text('id').notNull(),
  /** The last change number drawn: gapless, over mainline and drafts together. Whoever writes holds this row's lock. */
  head: int8('head').notNull(),
  /** Time of that change. */
  changedAt: int8('changed_at').notNull(),
  /** The first change whose state can be read; what ended before it is forgotten. */
  keptFrom: int8('kept_from').notNull(),
  createdAt: int8('created_at').notNull(),
});

/** Ids are unique per organization and kind. A row stays when its entity is deleted. */
export const identities = pgTable('identities', {
  organization: text('organization').notNull(),
  /** Position in KINDS. */
  kind: smallint('kind').notNull(),
  id: text('id').notNull(),
  planning: integer('planning').notNull(),
});

/** Workspaces as version rows name them: 1, 2, … within a planning. */
export const workspaceKeys = pgTable('workspace_keys', {
  planning: integer('planning').notNull(),
  key: integer('key').notNull(),
  id: text('id').notNull(),
});

export const changesets = pgTable('changesets', {
  planning: integer('planning').notNull(),
  change: int8('change').notNull(),
  id: uuid('id').notNull(),
  workspace: integer('workspace').notNull(),
  at: int8('at').notNull(),
  source: text('source').$type<ChangeSource>().notNull(),
  author: text('author'),
  message: text('message'),
  details: jsonb('details').$type<JsonObject>().notNull(),
  counts: jsonb('counts').$type<Counts>().notNull(),
  /** Bit i: KINDS[i] has rows that begin at this change. */
  kinds: integer('kinds').notNull(),
});

/** What planners say of conflicts. */
export const conflictMarks = pgTable('conflict_marks', {
  planning: integer('planning').notNull(),
  conflict: text('conflict').notNull(),
  state: text('state').$type<MarkState>().notNull(),
  note: text('note'),
  until: int8('until'),
  author: text('author').notNull(),
  at: int8('at').notNull(),
});

/** Changes beyond their planning's head of which some rows are there already. Of a planning that is being made nothing else is there yet. */
export const stagedChanges = pgTable('staged_changes', {
  planning: integer('planning').primaryKey(),
  organization: text('organization').notNull(),
  change: int8('change').notNull(),
});
