import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { openClient } from '../composition/openClient.ts';
import { readConfig } from '../config.ts';
import { answerOf } from '../refused.ts';

export const exportCommand = (): Command =>
  new Command('export')
    .argument('<planning>', 'id of the planning')
    .option('--change <id>', 'as it was just after this changeset')
    .option('--out <file>', 'write there instead of standard output')
    .action(async (planning: string, options: { change?: string; out?: string }) => {
      const client = await openClient(readConfig(process.env));
      try {
        const query = options.change === undefined ? {} : { change_id: options.change };
        const params = { path: { id: planning }, query };
        const document = await answerOf(client.server.GET('/v1/plannings/{id}/export/', { params }));
        const text = `${JSON.stringify(document, null, 1)}\n`;
        if (options.out === undefined) process.stdout.write(text);
        else await writeFile(options.out, text);
      } finally {
        await client.close();
      }
    });
