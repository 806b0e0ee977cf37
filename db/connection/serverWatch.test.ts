/** Guarantee: a server that answers nothing ends every wait for it, and one that is merely slow ends none. */
import { afterEach, expect, test, vi } from 'vitest';
import { ServerWatch } from './serverWatch.ts';

afterEach(() => void vi.useRealTimers());

const LIMIT = 3;

const watching = (answers: () => boolean) => {
  vi.useFakeTimers();
  const events: string[] = [];
  const watch = new ServerWatch({
    probe: async () => {
      events.push('asked');
      return { answers: answers(), unoccupied: [] };
    },
    cut: () => void events.push('cut'),
    recover: () => void events.push('recovered'),
    limitSeconds: LIMIT,
  });
  const fly = () => {
    const flight = { fail: vi.fn() };
    watch.add(flight);
    return flight;
  };
  return { watch, events, fly };
};

test('a slow statement goes on for as long as the probe is answered', async () => {
  const { watch, events, fly } = watching(() => true);
  const flight = fly();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(flight.fail).not.toHaveBeenCalled();
  expect(new Set(events)).toEqual(new Set(['asked']));
  expect(watch.refusal).toBeNull();
});

test('when nobody answers, waits end, nothing is sent until a probe is answered, and then it is', async () => {
  let isThere = false;
  const { watch, events, fly } = watching(() => isThere);
  const flight = fly();
  const work = watch.during(new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LIMIT * 1000);
  expect(flight.fail).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(flight.fail).toHaveBeenCalledOnce();
  expect(await work).toMatchObject({ code: '08006' });
  expect(watch.refusal).toMatchObject({ code: '08001' });
  expect(events.filter((event) => event === 'cut')).toEqual(['cut']);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(watch.refusal).toBeNull();
  expect(events.at(-1)).toBe('recovered');
});

test('answers of statements are enough, and a quiet pool is not asked', async () => {
  const { watch, events, fly } = watching(() => false);
  fly();
  for (let second = 0; second < 30; second++) {
    watch.remove(fly(), true);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(events).toEqual([]);
  const { events: quiet } = watching(() => false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(quiet).toEqual([]);
});

test('a pause of this process is not silence of the server', async () => {
  const { watch, events, fly } = watching(() => false);
  fly();
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect([events, watch.refusal]).toEqual([[], null]);
});

test('a session is cut when its process does nothing twice in succession, while others are answered', async () => {
  vi.useFakeTimers();
  const unoccupied = [[1], [], [1], [1]];
  const cut = vi.fn();
  const watch = new ServerWatch({
    probe: async () => ({ answers: true, unoccupied: unoccupied.shift() ?? [] }),
    overdue: () => [1],
    cut: () => {},
    cutSession: cut,
    limitSeconds: LIMIT,
  });
  watch.add({ fail: () => {} });
  const answered = async () => {
    const flight = { fail: () => {} };
    watch.add(flight);
    await vi.advanceTimersByTimeAsync(1000);
    watch.remove(flight, true);
  };
  for (let second = 0; second < 3; second++) await answered();
  expect(cut).not.toHaveBeenCalled();
  await answered();
  expect(cut.mock.calls).toEqual([[1]]);
});

test('a second probe waits for the first', async () => {
  let asked = 0;
  vi.useFakeTimers();
  const watch = new ServerWatch({
    probe: () => {
      asked++;
      return new Promise(() => {});
    },
    cut: () => {},
    limitSeconds: LIMIT,
  });
  watch.add({ fail: () => {} });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBe(1);
});
