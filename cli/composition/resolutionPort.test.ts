import { expect, test } from 'vitest';
import { OpenRequests } from './resolutionPort.ts';

// Guarantee: no organization fills the queue for another.
test('each organization has its share when all is full', () => {
  const requests = new OpenRequests();
  const fill = (organization: string): (() => void)[] => {
    const ends: (() => void)[] = [];
    try {
      for (;;) ends.push(requests.open(organization));
    } catch (error) {
      expect(error).toMatchObject({ code: 'queue_full' });
      return ends;
    }
  };
  const many = ['a', 'b', 'c', 'd'].map(fill);
  expect(many.map(({ length }) => length)).toEqual([256, 128, 85, 64]);
  expect(fill('e').length).toBeGreaterThan(40);
  for (const end of many[0]) end();
  expect(fill('a').length).toBeGreaterThan(0);
});
