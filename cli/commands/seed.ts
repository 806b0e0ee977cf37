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
    '(The password and the key are shown only this once.)',
  ].join('\n');

export const seedCommand = (): Command =>
  new Command('seed').action(async () => {
    const config = readConfig(process.env);
    if (config.NODE_ENV === 'production')
      throw new InputError(['NODE_ENV=production: the demo day is not meant for production']);
    const service = await openService(config);
    try {
      const demo = (await service.accounts.isEmpty()) ? await seedDemo(service) : null;
      if (demo === null) throw new InputError(['The database is not empty; nothing was changed.']);
      console.log(describeDemo(demo));
    } finally {
      await service.close();
    }
  });
