import { integer, jsonb, pgTable, serial, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { int8 } from './int8.ts';
import type { JsonObject } from './values.ts';
import type { MarkState } from '../runs/marks.ts';
import type { ChangeSource, Counts } from '../versions/store.ts';

/** The change counter and lock of each planning. Its fields are versioned like those of every entity. */
export const plannings = pgTable('plannings', {
  key: serial('key').primaryKey(),
  organization: text('organization').notNull(),
  id: text('id').notNull(),
  /** The last change number, gapless across the mainline and all drafts. Writers lock this row. */
  head: int8('head').notNull(),
  /** Time of that change, in epoch milliseconds. */
  changedAt: int8('changed_at').notNull(),
  /** The first change whose state can be read; versions that ended before it are deleted. */
  keptFrom: int8('kept_from').notNull(),
  createdAt: int8('created_at').notNull(),
});

/** Ids are unique per organization and kind. A row stays when its entity is deleted. */
export const identities = pgTable('identities', {
  organization: text('organization').notNull(),
  /** Index in KINDS. */
  kind: smallint('kind').notNull(),
  id: text('id').notNull(),
  planning: integer('planning').notNull(),
});

/** The numbers by which version rows refer to workspaces: 1, 2, … within a planning. */
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
  /** Bit i is set if rows of KINDS[i] begin at this change. */
  kinds: integer('kinds').notNull(),
});

/** Marks that planners set on conflicts. */
export const conflictMarks = pgTable('conflict_marks', {
  planning: integer('planning').notNull(),
  conflict: text('conflict').notNull(),
  state: text('state').$type<MarkState>().notNull(),
  note: text('note'),
  until: int8('until'),
  author: text('author').notNull(),
  at: int8('at').notNull(),
});

/**
 * Changes beyond the head of their planning, some of whose rows are already written. While a planning is being created, only its staged rows exist.
 */
export const stagedChanges = pgTable('staged_changes', {
  planning: integer('planning').primaryKey(),
  organization: text('organization').notNull(),
  change: int8('change').notNull(),
});
