import { expect, test, vi } from 'vitest';
import { atOnce } from '../../engine/atOnce.ts';
import { Directory, type DirectoryInput } from '../directory/directory.ts';
import { type Entity, Names } from '../directory/names.ts';
import { readTokens } from './tokens.ts';

const readingOf = (names: Names) => ({
  directory: { names } as unknown as Directory,
  frame: { now: Date.parse('2026-11-20T08:00:00Z'), zone: 'UTC' },
  vocabulary: new Set<string>(),
});

test('searches for unknown words only a few times per word', () => {
  const names = new Names();
  names.add({ kind: 'operation', id: 'o1' }, 'Ever Given of the North');
  const search = vi.spyOn(names, 'search');
  const words = Array.from({ length: 200 }, (_, i) => `q${i}`);
  expect(atOnce(readTokens(words.join(' '), readingOf(names)))).toHaveLength(words.length);
  expect(search.mock.calls.length).toBeLessThanOrEqual(words.length);
  search.mockClear();
  const tokens = atOnce(readTokens('ever given of zzz', readingOf(names)));
  expect(tokens[0]).toMatchObject({ kind: 'name', text: 'ever given of' });
  expect(search.mock.calls.length).toBeLessThanOrEqual(6);
});

test('finds all entities that share a name with thousands, each once', () => {
  const names = new Names();
  const entities = Array.from({ length: 40_000 }, (_, i): Entity => ({ kind: 'operation', id: `o${i}` }));
  for (const entity of entities) for (const name of ['in', 'IN', 'in']) names.add(entity, name);
  expect(names.find('in')).toStrictEqual(entities);
});

test('other work runs while tens of thousands of names are read', async () => {
  const task = { taskName: 'call', expectedTime: '2026-11-20T08:00:00Z' };
  const operations = Array.from({ length: 20_000 }, (_, i) => ({
    id: `o${i}`,
    externalId: null,
    operationName: `Call ${i}`,
    description: null,
    inboundTask: task,
    outboundTask: task,
  }));
  const input = { planning: { minimumStaySeconds: 1800 }, operations, resources: [], assignments: [], tags: [] };
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  const directory = await Directory.of({
    ...input,
    locations: [],
    workspaces: [],
    virtualState: {},
  } as unknown as DirectoryInput);
  clearInterval(ticking);
  expect(directory.operations.size).toBe(operations.length);
  expect(turns).toBeGreaterThan(1);
});
