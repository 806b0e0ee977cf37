import { Command } from 'commander';
import { chooseOrganization, openClient } from '../composition/openClient.ts';
import { readConfig } from '../config.ts';
import { readJson } from '../inputFile.ts';
import { readPlan } from '../planningFile.ts';

export const importCommand = (): Command =>
  new Command('import')
    .description('import a planning document')
    .argument('<plan>', 'planning document (JSON, gzipped or not; - for standard input)')
    .option('--organization <id>', 'organization to import into (default: the only one)')
    .action(async (file: string, options: { organization?: string }) => {
      const config = readConfig(process.env);
      const document = await readJson(file);
      readPlan(document);
      const client = await openClient(config);
      try {
        const organization = await chooseOrganization(client, options.organization);
        const imported = (await client.request(`/v1/organizations/${organization}/plannings/import/`, {
          method: 'POST',
          body: document,
        })) as { planning: { id: string; name: string }; ids: unknown };
        console.log(
          `Imported "${imported.planning.name}" as ${imported.planning.id}${imported.ids === null ? '' : ' (with new ids: some were taken)'}.`,
        );
      } finally {
        await client.close();
      }
    });
