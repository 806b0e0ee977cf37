import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { importDocument, uncheckedDocument } from '../../client/uploads.ts';
import { chooseOrganization, withClient } from '../composition/openClient.ts';
import { readConfig } from '../config.ts';
import { InputError, readJson } from '../inputFile.ts';
import { ALL_PROBLEMS, readPlan } from '../planningFile.ts';
import { orRefused } from '../refused.ts';
import { formatNames, isNamedAsUpload, uploadFiles, type UploadOptions } from '../uploadFiles.ts';

interface ImportOptions extends UploadOptions {
  readonly organization?: string;
  readonly all?: boolean;
}

export const importCommand = (): Command =>
  new Command('import')
    .argument(
      '<files...>',
      'planning documents (JSON, gzipped or not; - for standard input), or with --planning files of operations',
    )
    .option('--organization <id>', 'organization to import into (default: the only one)')
    .option('--planning <id>', `planning that files of operations are uploaded into: ${formatNames()}`)
    .option('--format <kind>', 'kind of the files, if their names do not show it: csv, ssim, aidx or dcsa')
    .option(
      '--station <code>',
      "airport or port that the planning is about (default: station in the planning's metadata)",
    )
    .option('--from <day>', 'first day to take from a schedule, such as 2026-11-20')
    .option('--to <day>', 'last day to take from a schedule')
    .option(
      '--mapping <file|name>',
      'what the columns of a CSV mean: a file of JSON (*.json), or a mapping that is saved on the server, by name or id',
    )
    .option('--dry-run', 'with --planning: say what an upload would do, and write nothing')
    .option(...ALL_PROBLEMS)
    .addHelpText(
      'after',
      '\nEvery file is checked before the first is imported; each is imported completely or not at all.',
    )
    .action(importPlans);

const importPlans = async (files: readonly string[], options: ImportOptions): Promise<void> => {
  const config = readConfig(process.env);
  if (options.planning !== undefined) return uploadFiles(config, files, options);
  refuseForUploads(options);
  const documents = await readAll(files, options.all);
  const refused: string[] = [];
  await withClient(async (client) => {
    const organization = await chooseOrganization(client, options.organization);
    for (const [i, { file, document, operations }] of documents.entries()) {
      if (documents.length > 1 || process.stderr.isTTY) {
        console.error(`${i + 1}/${documents.length}  ${file}: ${operations} operations …`);
      }
      try {
        const { planning, ids, warnings } = await orRefused(
          importDocument(client.server, organization, uncheckedDocument(document)),
        );
        const renamed = ids === null ? '' : ' (with new ids: some were taken)';
        console.log(`Imported "${planning.name}" as ${planning.id}${renamed}.`);
        for (const { path, message } of warnings) console.error(`Warning: ${path}: ${message}`);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refused.push(...inFile(files, file, error));
      }
    }
  }, config);
  if (refused.length > 0) throw new InputError(refused);
};

/** The options that mean something for files of operations only. Without a refusal, `--dry-run` would import documents. */
const FOR_UPLOADS = [
  ['format', '--format'],
  ['station', '--station'],
  ['from', '--from'],
  ['to', '--to'],
  ['mapping', '--mapping'],
  ['dryRun', '--dry-run'],
] as const;

const refuseForUploads = (options: ImportOptions): void => {
  const problems = FOR_UPLOADS.filter(([name]) => options[name] !== undefined).map(
    ([, option]) => `${option}: is only for files of operations, and needs --planning`,
  );
  if (problems.length > 0) throw new InputError(problems);
};

/** Reads and checks all documents. Throws InputError with the problems of all files. */
const readAll = async (files: readonly string[], all: boolean | undefined) => {
  const documents: { readonly file: string; readonly document: unknown; readonly operations: number }[] = [];
  const problems: string[] = [];
  for (const file of files) {
    try {
      const document = await readJson(file);
      documents.push({ file, document, operations: readPlan(document, all).instance.operationCount });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (isNamedAsUpload(file) && existsSync(file))
        problems.push(`${file}: is not a planning document; files of operations need --planning`);
      else problems.push(...inFile(files, file, error));
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return documents;
};

/** The problems of a file. When there are several files, each problem begins with its file's name. */
const inFile = (files: readonly string[], file: string, { problems }: InputError): readonly string[] =>
  files.length === 1 ? problems : problems.map((one) => (one.startsWith(`${file}: `) ? one : `${file}: ${one}`));
