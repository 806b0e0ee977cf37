import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { diagnoseBackups } from '../doctor/backups.ts';
import { diagnoseDatabase } from '../doctor/database.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { diagnoseMachine } from '../doctor/machine.ts';
import { diagnoseNetwork } from '../doctor/network.ts';
import { diagnoseSettings } from '../doctor/settings.ts';

export const doctorCommand = (): Command =>
  new Command('doctor')
    .option('--json', 'print one JSON object on standard output')
    .addHelpText(
      'after',
      '\nReads the settings as "tidegate serve" does, while a server is running or before its first start. Writes nothing.',
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      const config = readConfig(process.env);
      const diagnoses = [
        ...diagnoseSettings(process.env),
        ...diagnoseMachine(config),
        ...(await diagnoseDatabase(config)),
        ...(await diagnoseBackups(config)),
        ...(await diagnoseNetwork(config)),
      ];
      if (diagnoses.some(({ state }) => state === 'problem')) process.exitCode = 1;
      console.log(json === true ? JSON.stringify({ diagnoses }) : diagnoses.map(lineOf).join('\n'));
    });

const SIGNS = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' } as const;

const lineOf = ({ state, name, finding, advice }: Diagnosis): string =>
  `${SIGNS[state]}${name}: ${finding}${advice === undefined ? '' : `\n        ${advice}`}`;
