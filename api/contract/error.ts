import { isOneOf } from '../../engine/recordOf.ts';
import { z } from 'zod';
import { type ErrorCode, FORM_CODES, REFUSAL_CODES } from '../../schedule/errors.ts';
import { ANSWER_CODES } from './errorList.ts';
import { REQUIRED } from '../../schedule/entities/checked.ts';
import { Id } from '../../schedule/entities/primitives.ts';

const CodeOfProblem = z.enum([...FORM_CODES, ...REFUSAL_CODES]).meta({
  id: 'ProblemCode',
  description: 'What is wrong with one value. docs/errors.md has the cause of each code and what to do about it.',
});
export const AnswerCode = z.enum(ANSWER_CODES).meta({
  id: 'ErrorCode',
  description: 'Why a request was refused. docs/errors.md has the cause of each code and what to do about it.',
});

export const Problem = z
  .object({
    path: z.string().meta({
      description:
        'Where the value is, with dots between members and indices, as in `operations.3.inboundTask.expectedTime`; empty for the whole body.',
    }),
    code: CodeOfProblem,
    message: z.string().meta({ description: 'What is wrong with the value.' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.output<typeof Problem>;

export const ErrorBody = z
  .object({
    detail: z.string().meta({ description: 'What is wrong, naming the values involved.' }),
    code: AnswerCode,
    errors: z.array(Problem).exactOptional().meta({ description: 'Every problem at once, where values are at fault.' }),
  })
  .meta({ id: 'Error', example: { detail: 'There is no operation op-1.', code: 'not_found' } });
export type ErrorBody = z.output<typeof ErrorBody>;

export const EntityName = z
  .string()
  .meta({ description: 'The kind of record, such as operation, task or assignment.' });

export const Clashes = z
  .array(
    z.object({
      entity: EntityName,
      id: z.string().meta({ description: 'The id of the record; for an assignment, that of its operation.' }),
      fields: z.array(z.string()).meta({ description: 'The members that both sides changed.' }),
      base: z.unknown().meta({
        description:
          'The record before either side changed it, or in a revert, as the changeset made it; null if there was none.',
      }),
      ours: z.unknown().meta({
        description:
          'The record in the workspace, or in a revert, as it would be restored; null where that deletes it.',
      }),
      theirs: z.unknown().meta({ description: 'The record on the mainline now; null where it was deleted.' }),
    }),
  )
  .meta({ description: 'Records that both sides changed.' });

export const ClashBody = ErrorBody.extend({
  code: z.literal('clash').meta({ description: 'Both sides changed the same thing.' }),
  clashes: Clashes,
}).meta({
  id: 'Clash',
  description:
    'The draft and the mainline changed the same thing since the draft branched off, or changesets after the one to be reverted did.',
});

const Current = z
  .object({
    resource: Id.nullable()
      .exactOptional()
      .meta({ description: 'For an assignment, the resource that the operation has now.' }),
    versionId: z.string().nullable().meta({ description: 'Null when there is none at present.' }),
    author: z
      .object({
        id: z.string().meta({ description: 'The id of the user.' }),
        name: z.string().meta({ description: 'The name of the user.' }),
      })
      .nullable()
      .meta({ description: 'The user who wrote the current version.' }),
  })
  .meta({ id: 'CurrentVersion', description: 'The current version of a record.' });

export const StaleBody = ErrorBody.extend({
  code: z.literal('version_mismatch').meta({ description: 'A record changed since it was read.' }),
  current: Current.meta({ description: 'The current version of the first record in `stale`.' }),
  stale: z
    .array(
      z.object({
        path: z.string().meta({ description: "The path of the item's basedOn; empty when If-Match was outdated." }),
        entity: EntityName,
        id: z.string().meta({ description: 'The id of the record; for an assignment, the id of its operation.' }),
        current: Current.meta({ description: 'The current version of the record.' }),
      }),
    )
    .meta({ description: 'Every record that changed.' }),
}).meta({ id: 'Stale', description: 'What the request is based on has changed since.' });

/** More problems than this are counted, not listed. */
export const PROBLEM_LIMIT = 1000;

type Issue = z.core.$ZodIssue;

/** Zod's words for types that JSON does not know by these names. */
const TYPES: readonly (readonly [of: RegExp, words: string])[] = [
  [/^expected int, received number$/, 'must be a whole number'],
  [/^expected int,/, 'expected number,'],
  [/^expected record,/, 'expected object,'],
];

const withoutPrefix = (message: string): string =>
  TYPES.reduce((text, [of, words]) => text.replace(of, words), message.replace(/^Invalid input: /, ''));

const UNITS: Partial<Record<string, string>> = { string: 'characters', array: 'items', record: 'members' };

/** The message of the schema if it has one; otherwise a phrase instead of that of zod (`Too small: expected number to be >=0`). */
const limitMessage = (
  { message, origin, inclusive }: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  end: 'least' | 'most',
  limit: number | bigint,
): string => {
  if (!/^Too (?:small|big): /.test(message)) return message;
  const unit = UNITS[origin];
  if (unit !== undefined) return `must have at ${end} ${limit} ${Number(limit) === 1 ? unit.slice(0, -1) : unit}`;
  if (inclusive === false) return `must be ${end === 'least' ? 'greater' : 'less'} than ${limit}`;
  return `must be at ${end} ${limit}`;
};

/** The issues of the union branch that fits best: one that was not refused as a whole, then the one with the fewest issues. */
const bestBranch = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const refused = (issues: readonly Issue[]): number =>
    issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type') ? 1 : 0;
  return branches.toSorted((a, b) => refused(a) - refused(b) || a.length - b.length)[0] ?? [];
};

const flatten = (issues: readonly Issue[], base: readonly PropertyKey[]): Problem[] =>
  issues.flatMap((issue): Problem[] => {
    const path = [...base, ...issue.path];
    const problem = (code: ErrorCode, message: string, at: readonly PropertyKey[] = path): Problem => ({
      path: at.map(String).join('.'),
      code,
      message,
    });
    const ofValue = (message: string) => problem(message === REQUIRED ? 'required' : 'invalid_value', message);
    switch (issue.code) {
      case 'invalid_type':
        return issue.message.endsWith('received undefined')
          ? [problem('required', REQUIRED)]
          : [problem('invalid_type', withoutPrefix(issue.message))];
      case 'invalid_value':
        return [ofValue(issue.message)];
      case 'unrecognized_keys':
        return issue.keys.map((key) => problem('unknown_member', 'is not a member here', [...path, key]));
      case 'invalid_union':
        return issue.errors.length === 0 ? [ofValue(issue.message)] : flatten(bestBranch(issue.errors), path);
      case 'custom': {
        const code: unknown = issue.params?.['code'];
        return [problem(isOneOf(CodeOfProblem.options, code) ? code : 'invalid_value', issue.message)];
      }
      case 'too_small':
        return [problem('too_small', limitMessage(issue, 'least', issue.minimum))];
      case 'too_big':
        return [problem('too_big', limitMessage(issue, 'most', issue.maximum))];
      default:
        return [
          problem(issue.code === 'invalid_format' ? 'invalid_format' : 'invalid_value', withoutPrefix(issue.message)),
        ];
    }
  });

/** Every problem of a value that `checked` refused, with its path. A value of the wrong type has no size that could be wrong, too. */
export const problemsOf = (error: z.core.$ZodError): Problem[] => {
  const problems = flatten(error.issues, []);
  const mistyped = new Set(problems.flatMap(({ code, path }) => (code === 'invalid_type' ? [path] : [])));
  return problems.filter(({ code, path }) => (code !== 'too_small' && code !== 'too_big') || !mistyped.has(path));
};
