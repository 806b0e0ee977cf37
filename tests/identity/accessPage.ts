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

A viewer reads, a planner also writes, and an admin also manages plannings, members, API keys and webhooks. The roles are those of a member in the organization that owns the planning or the record. An API key has the lower one of its own role and the role of the user who created it.

| in the table | means |
| --- | --- |
| yes | the request is allowed |
| 401, 403, 404 | the request is refused with this status |
| a login | allowed for an access token, which a user gets by logging in, but not for an API key (403) |
| as if absent | the response is the same as for something that does not exist: 404 if the path names it, 400 \`unknown_reference\` if the body names it |
| its own | the response is about the caller's own organizations, keys or user |
| the task's signature | allowed for whoever signs the request with the secret of the task |

*The table in \`api/auth/accessTable.ts\`, which the service enforces, is the source of this page. \`tests/identity/access.test.ts\` checks it against every mounted endpoint, and with \`-u\` writes the page again.*
`;

/** The contents of the page `docs/access.md`. */
export const accessPage = (): string => {
  const rows = ROUTES.map(({ spec }) => {
    const namesSomething =
      spec.path.includes('{') || (spec.body !== undefined && !['user', 'login'].includes(accessOf(spec)));
    return [`\`${spec.method.toUpperCase()} ${spec.path}\``, ...answers(accessOf(spec), namesSomething)];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [line(['endpoint', ...COLUMNS]), line(['---', ...COLUMNS.map(() => '---')]), ...rows.map(line)];
  return `${HEAD}\n${table.join('\n')}\n`;
};
