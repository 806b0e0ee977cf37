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

Made from the table in \`api/auth/accessTable.ts\`, which the service enforces, and checked against every mounted endpoint by \`tests/identity/access.test.ts\`
(\`npx vitest run tests/identity/access.test.ts -u\` writes this page anew).

Roles are those of a member in the organization that a planning or record belongs to; a key has the lower of its own role and its maker's. *A login*: an access token, no key. What belongs to another
organization answers exactly as what does not exist: 404 where the path names it, 400 \`unknown_reference\` where the body does.
`;

/** The page `docs/access.md`. */
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
