/** Guarantee: the checker of client histories finds nothing in correct histories, and each kind of fault that is planted in one. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { checkHistory } from './checkHistory.ts';
import type { Change, Event, Read, Write } from './history.ts';

interface Told {
  readonly events: Event[];
  readonly changes: Change[];
}

/** Clients that use one correct register concurrently; each request takes effect at one moment between request and response. */
const sound = (seed: number, length = 200): Told => {
  const random = createRandom(seed);
  const [events, changes]: [Event[], Change[]] = [[], []];
  const now = new Map<string, string | null>();
  for (let i = 0; i < length; i++) {
    const at = i * 10;
    const asked = { client: `c${random.below(4)}`, from: at - random.below(30), until: at + 1 + random.below(30) };
    const keys = ['a', 'b', 'c'].filter(() => random.below(2) === 0);
    const key = keys[0] ?? 'a';
    if (random.below(2) === 0) {
      events.push({ kind: 'read', ...asked, key, value: now.get(key) ?? null });
      continue;
    }
    const values = Object.fromEntries((keys.length === 0 ? ['a'] : keys).map((one) => [one, `v${i}`]));
    const fate = random.below(6);
    const isThere = fate < 4 || (fate === 5 && random.below(2) === 0);
    const id = `x${i}`;
    const kind = fate < 4 ? 'acknowledged' : fate === 4 ? 'refused' : 'unknown';
    const outcome: Write['outcome'] = kind === 'acknowledged' ? { kind, changeset: id } : { kind };
    events.push({ kind: 'write', verb: 'patch', ...asked, values, outcome });
    if (!isThere) continue;
    changes.push({ id, values });
    for (const [one, value] of Object.entries(values)) now.set(one, value);
  }
  return { events, changes };
};

const acknowledgedIn = ({ events }: Told): (Write & { outcome: { kind: 'acknowledged'; changeset: string } })[] =>
  events.filter((event) => event.kind === 'write' && event.outcome.kind === 'acknowledged') as never;

test('correct histories pass', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { events, changes } = sound(seed);
    expect([seed, ...checkHistory(events, changes)]).toEqual([seed]);
  }
});

test('checking a long history takes time in proportion to its length', { timeout: 20_000 }, () => {
  const { events, changes } = sound(7, 50_000);
  expect(checkHistory(events, changes)).toEqual([]);
});

describe.each([1, 2, 3, 4, 5])('detects (seed %i)', (seed) => {
  const told = sound(seed);
  const all = acknowledgedIn(told);
  const victim = all[all.length >> 1];
  const found = (events: readonly Event[], changes: readonly Change[]): string =>
    checkHistory(events, changes).join('\n');

  test('a lost write', () => {
    const rest = told.changes.filter(({ id }) => id !== victim.outcome.changeset);
    expect(found(told.events, rest)).toContain(`lost: patch of ${victim.client}`);
  });

  test('a write that is only partly there', () => {
    const [key] = Object.keys(victim.values);
    const changes = told.changes.map((change) => {
      const { [key]: _gone, ...values } = change.values;
      return change.id === victim.outcome.changeset ? { ...change, values } : change;
    });
    expect(found(told.events, changes)).toContain('lost in part');
  });

  test('a stale read', () => {
    const [key, value] = Object.entries(victim.values)[0];
    const overwritten = all.find((write) => write.from > victim.until && key in write.values)!;
    const read: Read = {
      kind: 'read',
      client: 'late',
      from: overwritten.until + 1,
      until: overwritten.until + 2,
      key,
      value,
    };
    expect(found([...told.events, read], told.changes)).toContain(`stale or too early: late read ${key} = ${value}`);
    // While the write that replaces the value is in progress, the read is not stale.
    const early = { ...read, from: victim.until + 1, until: overwritten.until };
    expect(found([...told.events, early], told.changes)).toBe('');
  });

  test('a read that goes back behind another one', () => {
    const lone: Change[] = [
      { id: '1', values: { k: 'old' } },
      { id: '2', values: { k: 'new' } },
    ];
    const asked = { kind: 'read', client: 'r', key: 'k' } as const;
    const reads: Read[] = [
      { ...asked, from: 1, until: 2, value: 'new' },
      { ...asked, from: 3, until: 4, value: 'old' },
    ];
    expect(found(reads, lone)).toContain('stale');
    expect(
      found(
        reads.map((read) => ({ ...read, from: 1 })),
        lone,
      ),
    ).toBe('');
  });

  test('a read of a value that was never written, or refused', () => {
    const read: Read = { kind: 'read', client: 'r', from: 1, until: 2, key: 'a', value: 'nowhere' };
    expect(found([read], told.changes)).toContain('never written');
    const refused: Write = { ...victim, outcome: { kind: 'refused' } };
    expect(found([refused], told.changes)).toContain('refused, and there');
  });

  test('two writes in the wrong order', () => {
    const later = all.find((write) => write.from > victim.until)!;
    const [i, j] = [victim, later].map(({ outcome }) => told.changes.findIndex(({ id }) => id === outcome.changeset));
    const changes = told.changes.with(i, told.changes[j]).with(j, told.changes[i]);
    expect(found(told.events, changes)).toContain('out of order');
  });

  test('a write that was made twice', () => {
    const changes = [...told.changes, { id: 'again', values: victim.values }];
    expect(found(told.events, changes)).toContain('twice');
    const undone: Change[] = [...told.changes, { id: 'undone', isRevert: true, values: victim.values }];
    expect(found(told.events, undone)).toBe('');
    const alone: Event[] = [{ ...victim, outcome: { kind: 'unknown' } }];
    const twice = ['one', 'two'].map((id) => ({ id, values: victim.values }));
    expect(found(alone, twice)).toContain('twice');
  });
});
