import { expect, test } from 'vitest';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { importSmall, newScope } from '../../schedule/testing/openSchedule.ts';
import { useSchedule } from '../../schedule/testing/useSchedule.ts';
import { sweep } from './housekeeping.ts';

const DAY_MS = 86_400_000;
const { opened } = await useSchedule();

test('history is deleted after HISTORY_DAYS, and kept when that is not set', async () => {
  const { schedule, ports } = opened;
  const scope = await newScope(opened);
  const planning = await importSmall(opened, scope);
  await schedule.createGroup(scope, { planning, name: 'A' });
  const { id: created } = (await schedule.listChangesets(scope, planning, ALL_ROWS)).items.at(-1)!;
  const list = async () => (await schedule.listChangesets(scope, planning, ALL_ROWS)).items.length;
  const before = await list();
  const at = (days: number) => ({ ...ports, clock: () => Date.now() + days * DAY_MS });
  expect(before).toBeGreaterThan(1);
  expect((await sweep(at(100), undefined)).history).toBe(0);
  expect((await sweep(at(29), 30)).history).toBe(0);
  expect(await list()).toBe(before);
  expect((await sweep(at(31), 30)).history).toBeGreaterThan(0);
  expect(await list()).toBe(1);
  const kept = (await schedule.listChangesets(scope, planning, ALL_ROWS)).items[0].timestamp;
  const deleted = `the history of this planning before ${kept} was deleted (HISTORY_DAYS)`;
  await expect(schedule.getChangeset(scope, planning, created)).rejects.toThrow(deleted);
  await expect(schedule.revertChangeset(scope, planning, created)).rejects.toThrow(deleted);
  const never = '0fffffff-0000-7000-8000-000000000000';
  await expect(schedule.getChangeset(scope, planning, never)).rejects.toThrow(`There is no changeset ${never}.`);
});

test('logins that have expired are deleted, although nobody logs in', async () => {
  const { ports, database } = opened;
  const { actor } = await newScope(opened);
  const now = Date.now();
  const add = (tokenHash: string, expiresAt: number) =>
    ports.accounts.addRefreshToken({ tokenHash, family: tokenHash, user: actor.user, expiresAt });
  await add('expired', now - 1);
  await add('valid', now + DAY_MS);
  expect((await sweep(ports, undefined)).logins).toBe(1);
  const left = await database.database.sql`select token_hash as hash from refresh_tokens order by 1`;
  expect(left.map(({ hash }) => hash)).toEqual(['valid']);
});
