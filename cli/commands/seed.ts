import { Command } from 'commander';
import { openService } from '../composition/openService.ts';
import { type Demo, seedDemo } from '../composition/seedDemo.ts';
import { readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';

export const describeDemo = ({ email, password, apiKey, planning, planningName }: Demo): string =>
  [
    `Demo planning: ${planningName} (${planning})`,
    `Login: ${email} / ${password}`,
    `API key: ${apiKey}`,
    '(The password and the key are shown this once.)',
  ].join('\n');

export const seedCommand = (): Command =>
  new Command('seed').description('fill an empty database with the demo day').action(async () => {
    const service = await openService(readConfig(process.env));
    try {
      if (!(await service.accounts.isEmpty()))
        throw new InputError(['The database is not empty; nothing was changed.']);
      console.log(describeDemo(await seedDemo(service)));
    } finally {
      await service.close();
    }
  });
