import { type Access, accessOf } from '../../api/auth/accessTable.ts';
import { ROUTES } from '../../api/routes/routes.ts';

const COLUMNS = ['no credential', 'viewer', 'planner', 'admin', 'of another organization'] as const;

const RANK: Readonly<Record<string, number>> = { user: 0, viewer: 0, planner: 1, admin: 2 };

const answers = (access: Access, namesSomething: boolean): readonly string[] => {
  if (access === 'anyone') return COLUMNS.map(() => 'yes');
  if (access === 'webhook') return COLUMNS.map(() => "the task's signature");
  if (access === 'machine') return ['401', '404', '404', '404', '404'];
  if (access === 'login') return ['401', 'a login', 'a login', 'a login', 'its own'];
  if (access === 'login or admin') return ['401', 'a login', 'a login', 'yes', 'as if absent'];
  const roles = [0, 1, 2].map((rank) => (rank >= (RANK[access] ?? 2) ? 'yes' : '403'));
  return ['401', ...roles, namesSomething ? 'as if absent' : 'its own'];
};

const HEAD = `# Who may call what

This page is generated from the table in \`api/auth/accessTable.ts\`, which the service enforces. \`tests/identity/access.test.ts\` checks it against every mounted endpoint
(\`npx vitest run tests/identity/access.test.ts -u\` writes it again).

The roles are those of a member in the organization that owns the planning or record. A key has the lower one of its own role and its maker's role. *A login* is an access token, not a key. Whatever belongs to
another organization gets the same answer as something that does not exist: 404 when the path names it, 400 \`unknown_reference\` when the body does.
`;

/** The contents of the page `docs/access.md`. */
export const accessPage = (): string => {
  const rows = ROUTES.map(({ spec }) => {
    const namesSomething =
      spec.path.includes('{') || (spec.body !== undefined && !['user', 'login'].includes(accessOf(spec)));
    return [`\`${spec.method.toUpperCase()} ${spec.path}\``, ...answers(accessOf(spec), namesSomething)];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [line(['Endpoint', ...COLUMNS]), line(['---', ...COLUMNS.map(() => '---')]), ...rows.map(line)];
  return `${HEAD}\n${table.join('\n')}\n`;
};
