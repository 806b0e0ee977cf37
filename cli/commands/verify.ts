import { Command } from 'commander';
import { type Finding, type Verdict, verifyDatabase } from '../../db/verify/verifyDatabase.ts';
import { plural } from '../../engine/wording.ts';
import { withPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';

export const verifyCommand = (): Command =>
  new Command('verify')
    .option('--json', 'print one JSON object for each check on standard output, a line each')
    .addHelpText('after', '\nWrites nothing.')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const show = json === true ? (verdict: Verdict) => console.log(JSON.stringify(verdict)) : showVerdict;
      const verdicts = await withPlace(readConfig(process.env), { migrate: false, mustExist: true }, (database) =>
        verifyDatabase(database, show),
      );
      const total = verdicts.reduce((sum, verdict) => sum + verdict.total, 0);
      if (total > 0) process.exitCode = 1;
      if (json !== true) console.log(total === 0 ? 'The database is sound.' : `${plural(total, 'problem')} found.`);
    });

export const showVerdict = ({ promise, total, findings, remarks }: Verdict): void => {
  console.log(`${total === 0 ? 'ok      ' : 'BROKEN  '}${promise}`);
  for (const finding of findings) showFinding(finding);
  if (total > findings.length) console.log(`          and ${plural(total - findings.length, 'problem')} more`);
  for (const remark of remarks) showFinding(remark);
};

const showFinding = ({ planning, problem }: Finding): void => {
  console.log(`          ${planning === null ? '' : `${planning}: `}${problem}`);
};
