import { expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { ask, openAgent } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';
import { port } from '../testing/port.ts';

const agent = await useAgent(() => port);

// Guarantee: a vessel that calls several times is meant by its name and a day, and a call also by a tag and a day.
test.each<readonly [string, string]>([
  ['where is MSC Irina on Sunday?', 'MSC Irina is on Berth 1, Sat 19 Jan 06:00–Sun 20 Jan 12:00'],
  ['where is MSC Irina at 10:00 on Sunday?', 'MSC Irina is on Berth 1, Sat 19 Jan 06:00–Sun 20 Jan 12:00'],
  ['move MSC Irina at 10:00 on Sunday to berth 2', 'I propose: MSC Irina from Berth 1 to Berth 2.'],
  ['where is MSC Irina at 20:00 on Sunday?', 'I did not understand that'],
  ['where is MSC Irina today?', 'MSC Irina is on Berth 1, Wed 16 Jan 14:00–Thu 17 Jan 17:00'],
  ['move MSC Irina on Sunday to berth 2', 'I propose: MSC Irina from Berth 1 to Berth 2.'],
  [
    'move the Maersk call on Friday to a deep berth',
    'I propose: Maersk Elba to Berth 3, the best other place with depth deep.',
  ],
  [
    'move the Maersk call on Monday to berth 2',
    '1. Maersk Utah (605), Mon 21 Jan 06:00–Tue 22 Jan 00:00\n2. Maersk Elba (606)',
  ],
  ['when does MSC Irina arrive on Sunday?', 'MSC Irina arrives Sat 19 Jan 06:00'],
  ['why is MSC Irina at berth 1 on Sunday?', 'MSC Irina is on Berth 1, Sat 19 Jan 06:00'],
  ['move MSC Irina to berth 2 on Sunday', 'I did not understand that'],
  ['when does MSC Irina arrive on Friday?', 'I did not understand that'],
  ['where is MSC Irina on Friday?', 'I did not understand that'],
  ['where is MSC Irina?', 'Which operation do you mean by "MSC Irina"?\n1. MSC Irina (601)'],
])('%s', async (text, said) => {
  expect((await ask(agent, text)).text).toContain(said);
});

test('a choice may be named by its external id', async () => {
  const answer = await ask(agent, 'where is MSC Irina?', '603');
  expect(answer.text).toContain('MSC Irina is on Berth 1, Tue 22 Jan 06:00–Wed 23 Jan 12:00');
});

// Guarantee: a vessel is meant by its name also where its tasks say the direction, and a longer name is not taken for a tag and a rest.
test('the names of tasks without their direction are names', async () => {
  const named = (name: string | undefined, direction: string): { readonly taskName: string } => ({
    taskName: `${name} ${direction}`,
  });
  const quay = await openAgent(() => ({
    ...port,
    operations: port.operations.map((one) => ({
      ...one,
      inboundTask: { ...present(one.inboundTask), ...named(one.inboundTask?.taskName, 'in') },
      outboundTask: { ...present(one.outboundTask), ...named(one.outboundTask?.taskName, 'out') },
    })),
  }));
  try {
    for (const [text, said] of [
      ['where is the Maersk Utah?', 'Maersk Utah in / Maersk Utah out'],
      ['what berth for Maersk Utah', 'Maersk Utah in / Maersk Utah out'],
      ['when does Maersk Utah sail?', 'Maersk Utah out leaves'],
      ['move Maersk Elba on Friday to berth 2', 'I propose: Maersk Elba in / Maersk Elba out from Berth 1 to Berth 2.'],
      [
        'where is Maersk Elba?',
        'Which operation do you mean by "Maersk Elba"?\n1. Maersk Elba in / Maersk Elba out (604)',
      ],
      ['where is Maersk Ulm?', 'I did not understand that'],
      ['Maersk calls this week', '1 operation with line Maersk'],
    ] as const)
      expect([text, (await ask(quay, text)).text]).toEqual([text, expect.stringContaining(said)]);
  } finally {
    await quay.close();
  }
});
