import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { components } from '../../client/schema.d.ts';
import { chooseOrganization, type Client, withClient } from '../composition/openClient.ts';
import { generatePassword } from '../generatePassword.ts';
import { InputError } from '../inputFile.ts';
import { answerOf } from '../refused.ts';
import { roleOf } from '../roleOf.ts';

type ShownUser = components['schemas']['LocalUser'];

const USERS = '/auth/internal/users/';

const users = ({ server }: Client): Promise<ShownUser[]> => answerOf(server.GET(USERS));

const change = async (
  { server }: Client,
  user: string,
  body: components['schemas']['LocalUserPatch'],
): Promise<void> => {
  await answerOf(server.PATCH('/auth/internal/users/{user}/', { params: { path: { user } }, body }));
};

const find = async (client: Client, email: string): Promise<ShownUser> => {
  const user = (await users(client)).find((one) => one.email === email.trim().toLowerCase());
  if (user === undefined) throw new InputError([`${email}: no user has this email; see "tidegate user list"`]);
  return user;
};

/** Reads or generates a password. It is never an argument, since everybody on the machine can see those. */
const readPassword = async (fromInput: boolean | undefined): Promise<string> =>
  fromInput ? (await text(process.stdin)).replace(/\r?\n$/, '') : generatePassword();

const show = (email: string, password: string, fromInput: boolean | undefined): void => {
  console.log(`Login: ${email} / ${fromInput ? '(the password that was read)' : password}`);
};

export const userCommand = (): Command =>
  new Command('user')
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(passwordCommand())
    .addCommand(ableCommand('disable', true, 'end all sessions of a user and refuse all their credentials'))
    .addCommand(ableCommand('enable', false, 'let a disabled user log in again; their API keys become valid again'))
    .addCommand(unlinkCommand())
    .addCommand(deleteCommand());

const listCommand = (): Command =>
  new Command('list').description('list users with their roles in organizations and how they log in').action(() =>
    withClient(async (client) => {
      for (const { email, name, organizations, hasPassword, disabledAt } of await users(client)) {
        const roles = organizations.map(({ id, role }) => `${role} in ${id}`).join(', ') || 'in no organization';
        const login = hasPassword ? 'password' : 'no password';
        const state = disabledAt === null ? 'active' : `disabled ${disabledAt}`;
        console.log([email, state, login, roles, name].join('  '));
      }
    }),
  );

const createCommand = (): Command =>
  new Command('create')
    .description('create a user; the password is generated and shown once')
    .argument('<email>')
    .option('--name <name>', 'name that other users see')
    .option('--role <role>', 'viewer, planner or admin', 'planner')
    .option('--organization <id>', 'organization to join (default: the only one)')
    .option('--stdin', 'read the password from standard input')
    .action((email: string, options: { name?: string; role: string; organization?: string; stdin?: true }) =>
      withClient(async (client) => {
        const organization = await chooseOrganization(client, options.organization);
        const password = await readPassword(options.stdin);
        const name = options.name === undefined ? {} : { name: options.name };
        const body = { email, password, organization, role: roleOf(options.role), ...name };
        const made = await answerOf(client.server.POST(USERS, { body }));
        show(made.email, password, options.stdin);
      }),
    );

const passwordCommand = (): Command =>
  new Command('password')
    .description('give a user a new password, which is shown once; ends all sessions of the user')
    .argument('<email>')
    .option('--stdin', 'read the password from standard input')
    .action((email: string, options: { stdin?: true }) =>
      withClient(async (client) => {
        const { id } = await find(client, email);
        const password = await readPassword(options.stdin);
        await change(client, id, { password });
        show(email, password, options.stdin);
      }),
    );

const ableCommand = (name: 'disable' | 'enable', disabled: boolean, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('<email>')
    .action((email: string) =>
      withClient(async (client) => {
        const { id } = await find(client, email);
        await change(client, id, { disabled });
        console.log(`${disabled ? 'Disabled' : 'Enabled'} ${email}.`);
      }),
    );

const unlinkCommand = (): Command =>
  new Command('unlink')
    .description(
      'let another account of the single sign-on with the same email address take over the user; ends all sessions of the user',
    )
    .argument('<email>')
    .action((email: string) =>
      withClient(async (client) => {
        const { id } = await find(client, email);
        await change(client, id, { unlink: true });
        console.log(`Unlinked ${email}: the next single sign-on with this email address links it again.`);
      }),
    );

const deleteCommand = (): Command =>
  new Command('delete')
    .description(
      'delete a user with name, email address, memberships, credentials and preferences; the history keeps the id of its author. This cannot be undone',
    )
    .argument('<email>')
    .option('--confirm', 'really delete the user')
    .action((email: string, { confirm }: { readonly confirm?: true }) =>
      withClient(async (client) => {
        const { id } = await find(client, email);
        if (confirm !== true)
          throw new InputError([`${email}: deleting a user cannot be undone; repeat the command with --confirm`]);
        await answerOf(client.server.DELETE('/auth/internal/users/{user}/', { params: { path: { user: id } } }));
        console.log(`Deleted ${email}. The history names its author by the id ${id}.`);
      }),
    );
