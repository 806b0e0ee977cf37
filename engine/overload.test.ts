import { expect, test } from 'vitest';
import { createRandom, type Random } from './random.ts';
import { Overload } from './overload.ts';

const FEW = 16;

/** A queue served one request at a time, oldest first, in steps of a millisecond; the test controls when requests come and how long they take. */
class Served {
  private readonly overload = new Overload(FEW);
  private readonly waiting: number[] = [];
  private freeAtMs = 0;
  private isServing = false;
  nowMs = 0;
  overloadedAtMs: number | null = null;
  endings = 0;
  refusals = 0;

  get length(): number {
    return this.waiting.length;
  }

  enter(): void {
    this.overload.enter(this.nowMs);
    this.waiting.push(this.nowMs);
  }

  /** Passes a millisecond. While the queue is overloaded, what has waited longer than `lateMs` is refused. */
  step(serviceMs: () => number, lateMs = Infinity): void {
    this.nowMs += 1;
    if (this.isServing && this.nowMs >= this.freeAtMs) {
      this.overload.end(this.nowMs);
      this.endings += 1;
      this.isServing = false;
    }
    if (!this.isServing && this.waiting.length > 0) {
      this.waiting.shift();
      this.isServing = true;
      this.freeAtMs = this.nowMs + serviceMs();
    }
    this.overload.note(this.waiting.length > 0, this.nowMs);
    if (!this.overload.isOverloaded(this.waiting.length, this.nowMs)) return;
    this.overloadedAtMs ??= this.nowMs;
    while (this.waiting.length > 0 && this.nowMs - this.waiting[0] > lateMs) {
      this.waiting.shift();
      this.overload.refuse(this.nowMs);
      this.refusals += 1;
    }
  }

  get isOverloaded(): boolean {
    return this.overload.isOverloaded(this.waiting.length, this.nowMs);
  }
}

const service = (random: Random, meanMs: number) => (): number => 1 + random.below(2 * meanMs - 1);

// Guarantee: a burst is worked off however long that takes.
test('a burst, however large, is no overload', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const queue = new Served();
    const random = createRandom(seed);
    for (let i = 0; i < 50 * seed; i++) queue.enter();
    for (let i = 0; i < 60_000 && queue.length > 0; i++) queue.step(service(random, 20));
    expect([queue.length, queue.overloadedAtMs], `seed ${seed}`).toEqual([0, null]);
  }
});

// Guarantee: clients that wait for each response are never refused, however many they are.
test('clients that each send the next request when they have a response are no overload', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const queue = new Served();
    const random = createRandom(seed);
    for (let i = 0; i < 5 * seed; i++) queue.enter();
    for (let i = 0, { endings } = queue; i < 20_000; i++) {
      queue.step(service(random, 15));
      for (; endings < queue.endings; endings++) queue.enter();
    }
    expect(queue.overloadedAtMs, `seed ${seed}`).toBeNull();
  }
});

// Guarantee: nor are they when there are pauses, and little ends between them.
test('groups of clients that come one after the other are no overload', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const queue = new Served();
    const random = createRandom(seed);
    for (let group = 0; group < 10; group++) {
      const clients = 4 * seed;
      for (let i = 0; i < clients; i++) queue.enter();
      for (let i = 0, { endings } = queue; i < 5000; i++) {
        queue.step(service(random, 100));
        if (i < 3000) for (; endings < queue.endings; endings++) queue.enter();
      }
      for (let i = 0; i < 100_000 && queue.length > 0; i++) queue.step(service(random, 100));
      for (let i = random.below(800); i > 0; i--) queue.step(service(random, 100));
    }
    expect(queue.overloadedAtMs, `seed ${seed}`).toBeNull();
  }
});

test('more requests than can be served are an overload within four seconds, and it ends soon after they do', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const queue = new Served();
    const random = createRandom(seed);
    // Each takes 10 ms on average, and one comes every 3 to 7 ms.
    const perMs = 1 / (3 + (seed % 5));
    let [calmMs, longest] = [0, 0];
    for (let i = 0; i < 20_000; i++) {
      if (random.below(1e6) < 1e6 * perMs) queue.enter();
      queue.step(service(random, 10), 100);
      if (queue.nowMs < 4500) continue;
      if (!queue.isOverloaded) calmMs += 1;
      longest = Math.max(longest, queue.length);
    }
    // In a queue of 100 ms, what is served has hardly waited.
    expect([calmMs, longest < 100], `seed ${seed}, ${longest} waited`).toEqual([0, true]);
    for (let i = 0; i < 3000; i++) queue.step(service(random, 10), 100);
    expect(queue.isOverloaded, `seed ${seed}`).toBe(false);
  }
});

// About one in a hundred is refused: random arrivals at such a load make everybody wait for long again and again.
test('at a load of nine tenths of what can be served, few are refused', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const queue = new Served();
    const random = createRandom(seed);
    for (let i = 0; i < 60_000; i++) {
      if (random.below(1000) < 90) queue.enter();
      queue.step(service(random, 10), 100);
    }
    expect(queue.refusals / queue.endings, `seed ${seed}`).toBeLessThan(0.03);
  }
});

test('as few requests as the limit says wait as long as it takes, though nothing ends', () => {
  const queue = new Served();
  for (let i = 0; i < 20_000; i++) {
    if (i % 1000 === 0 && queue.length < FEW) queue.enter();
    queue.step(() => Infinity, 100);
  }
  expect([queue.length, queue.overloadedAtMs]).toEqual([FEW, null]);
});

test('a pause of less than a second does not end an overload, a longer one does', () => {
  const overload = new Overload(0);
  for (let nowMs = 0; nowMs < 3000; nowMs += 100) {
    overload.enter(nowMs);
    overload.note(true, nowMs);
  }
  expect(overload.isOverloaded(5, 3000)).toBe(true);
  overload.note(false, 3000);
  expect(overload.isOverloaded(0, 3900)).toBe(true);
  overload.note(true, 3900);
  expect(overload.isOverloaded(5, 4000)).toBe(true);
  overload.note(false, 4000);
  overload.refuse(4900);
  expect(overload.isOverloaded(0, 5100)).toBe(false);
});
