import { Command } from 'commander';
import type { Tidegate } from '../../client/tidegate.ts';
import { SPREADSHEET_MARK } from '../../engine/csvLine.ts';
import { withClient } from '../composition/openClient.ts';
import { checkWritable, writeOutput } from '../outputFile.ts';
import { answerOf } from '../refused.ts';

interface ExportOptions {
  readonly change?: string;
  readonly csv?: boolean;
  readonly out?: string;
}

export const exportCommand = (): Command =>
  new Command('export')
    .argument('<planning>', 'id of the planning')
    .option('--change <id>', 'export the state just after this changeset')
    .option('--csv', 'export the plan as CSV for a spreadsheet instead of the planning document')
    .option('--out <file>', 'write to this file instead of standard output')
    .action(async (planning: string, options: ExportOptions) => {
      if (options.out !== undefined) await checkWritable(options.out);
      await withClient(async (client) => writeOutput(options.out, await exported(client.server, planning, options)));
    });

const exported = async (server: Tidegate, id: string, { change, csv }: ExportOptions): Promise<string> => {
  const params = { path: { id }, query: change === undefined ? {} : { change_id: change } };
  if (csv)
    return (
      SPREADSHEET_MARK + (await answerOf(server.GET('/v1/plannings/{id}/export/csv/', { params, parseAs: 'text' })))
    );
  return `${JSON.stringify(await answerOf(server.GET('/v1/plannings/{id}/export/', { params })), null, 1)}\n`;
};
