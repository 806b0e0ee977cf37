import { z } from 'zod';
import { checked } from './checked.ts';
import { field, inputsOf, needed, recordsOf } from './field.ts';
import { type Across, Id, IN_PLANNING, JsonRecord, optional, VersionId, writeShape } from './primitives.ts';
import type { Output } from './shape.ts';
import { name } from './sharedFields.ts';

const MOST_TAGS = 1000;
const MOST_WEIGHT = 1_000_000;

const ENABLED = { description: 'A rule that is not enabled has no effect. Default: true.' };
const HARD = {
  description:
    'A hard rule is a requirement: what breaks it is forbidden or counts as a conflict, whatever the weight. Default: false.',
};
const WEIGHT = {
  description:
    'What breaking the rule costs, in weight units; its kind says whether once, per hour or per minute. A negative weight, where the kind allows one, expresses a preference. Default: 0.',
};

const KIND = { description: 'What the rule is about, such as `mismatch`; `ruleKinds` of meta has all kinds.' };
const PARAMETERS = { description: 'The parameters of the kind; `ruleKinds` of meta has their schema. Default: none.' };
const OPERATION_TAGS = {
  description: 'The rule is about operations with one of these tags; with none, about all. Default: none.',
};
const RESOURCE_TAGS = {
  description: 'The rule is about resources with one of these tags; with none, about all. Default: none.',
};

export const RULE = {
  name,
  kind: needed(z.string().max(64).meta(KIND), z.string().meta(KIND), ''),
  enabled: field(z.boolean().meta(ENABLED), z.boolean().meta(ENABLED), true),
  hard: field(z.boolean().meta(HARD), z.boolean().meta(HARD), false),
  weight: field(z.number().min(-MOST_WEIGHT).max(MOST_WEIGHT).meta(WEIGHT), z.number().meta(WEIGHT), 0),
  parameters: field(JsonRecord.meta(PARAMETERS), JsonRecord.meta(PARAMETERS), {}),
};

export const RuleRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(RULE),
    operationTags: z.array(Id).meta(OPERATION_TAGS),
    resourceTags: z.array(Id).meta(RESOURCE_TAGS),
  })
  .meta({ id: 'Rule', description: 'A preference or penalty. `ruleKinds` of meta explains each kind.' });
export type RuleRecord = Output<typeof RuleRecord>;

/** One parameter of a rule kind, as plain data: a subset of JSON Schema. */
export type ParameterDescription = { readonly description?: string } & (
  | { readonly type: 'boolean'; readonly default?: boolean }
  | {
      readonly type: 'number' | 'integer';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' } }
);

/** What the contract needs to know about a rule kind. The engine's rule kinds are assignable to it. */
export interface RuleKindDescription {
  readonly kind: string;
  readonly description: string;
  readonly parameters: {
    readonly properties: Readonly<Record<string, ParameterDescription>>;
    readonly required?: readonly string[];
  };
  readonly mayBeHard: boolean;
  readonly mayBeNegative: boolean;
}

const valueSchema = (parameter: ParameterDescription): z.ZodType => {
  switch (parameter.type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
    case 'number': {
      const number = parameter.type === 'integer' ? z.int() : z.number();
      return number
        .min(parameter.minimum ?? -Number.MAX_SAFE_INTEGER)
        .max(parameter.maximum ?? Number.MAX_SAFE_INTEGER);
    }
    case 'string':
      return z.enum([...parameter.enum]);
    default:
      return z.array(Id).max(MOST_TAGS);
  }
};

const parameterSchema = ({ properties, required = [] }: RuleKindDescription['parameters']): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(properties).map(([name, parameter]) => {
        const value = valueSchema(parameter);
        return [name, required.includes(name) ? value : value.exactOptional()];
      }),
    ),
  );

const members = {
  id: Id.exactOptional(),
  planning: Id,
  ...inputsOf(RULE),
  operationTags: z.array(Id).max(MOST_TAGS).exactOptional().meta(OPERATION_TAGS),
  resourceTags: z.array(Id).max(MOST_TAGS).exactOptional().meta(RESOURCE_TAGS),
};
const readOnly = ['versionId', 'workspace'];

type RuleCreate = z.output<z.ZodObject<typeof members>>;
type RulePatch = Partial<RuleCreate>;
export type RuleInput = { readonly [K in keyof RuleCreate]?: RuleCreate[K] | undefined };

type Judged = Pick<RulePatch, 'kind' | 'hard' | 'weight' | 'parameters'>;

export interface RuleSchemas {
  readonly create: z.ZodType<RuleCreate>;
  readonly patch: z.ZodType<RulePatch>;
  /** A rule in a planning document, which does not name its planning. */
  readonly document: z.ZodType<Omit<RuleCreate, 'planning' | 'id'> & { id: string }>;
  /** Checks that depend on the kind of the rule. For a PATCH, the stored members are filled in first. */
  readonly judgment: z.ZodType<Judged>;
}

/** Builds the schemas of rules from the engine's descriptions of its rule kinds, so that a new kind needs only a file there. */
export const ruleSchemas = (kinds: readonly RuleKindDescription[]): RuleSchemas => {
  const byKind = new Map(kinds.map((kind) => [kind.kind, { kind, parameters: parameterSchema(kind.parameters) }]));
  const names = [...byKind.keys()];

  const judge = (rule: Judged, hasParameters = true): readonly z.core.$ZodRawIssue[] => {
    if (rule.kind === undefined) return [];
    const found = byKind.get(rule.kind);
    if (found === undefined) {
      const message = `must be one of ${names.join(', ')}`;
      return [{ code: 'custom', input: rule.kind, path: ['kind'], message, params: { code: 'unknown_rule_kind' } }];
    }
    const issues: z.core.$ZodRawIssue[] = [];
    if (rule.weight !== undefined && rule.weight < 0 && !found.kind.mayBeNegative) {
      const message = `must not be negative for a rule of kind ${rule.kind}`;
      issues.push({
        code: 'custom',
        input: rule.weight,
        path: ['weight'],
        message,
        params: { code: 'weight_negative' },
      });
    }
    if (rule.hard === true && !found.kind.mayBeHard) {
      const message = `a rule of kind ${rule.kind} cannot be hard`;
      issues.push({ code: 'custom', input: rule.hard, path: ['hard'], message, params: { code: 'hard_unsupported' } });
    }
    if (!hasParameters) return issues;
    const parsed = checked(found.parameters, rule.parameters ?? {});
    for (const issue of parsed.error?.issues ?? []) {
      issues.push({ ...issue, input: undefined, path: ['parameters', ...issue.path] });
    }
    return issues;
  };
  /** If `parameters` is invalid as a whole, its members are not checked. */
  const judged: Across<Judged> = (rule, { issues }, isSent) => {
    issues.push(...judge(rule, rule.parameters !== undefined || !isSent('parameters')));
  };

  const { planning: _planning, ...documented } = members;
  const description = `kind is one of: ${kinds.map(({ kind, description: means }) => `**${kind}** ${means}`).join(' · ')}`;
  const example = {
    planning: 'demo',
    name: 'Wide bodies on wide stands',
    kind: 'mismatch',
    weight: 50,
    operationTags: ['tag-wide'],
    resourceTags: ['tag-wide'],
    parameters: { perHour: true },
  };
  return {
    create: writeShape(members, readOnly, judged).meta({ id: 'RuleCreate', description, example }),
    patch: writeShape(optional(members), readOnly).meta({ id: 'RulePatch', example: { enabled: false } }),
    document: writeShape({ ...documented, id: Id }, IN_PLANNING, judged).meta({ id: 'DocumentRule' }),
    judgment: z.custom<Judged>().superRefine((rule, context) => {
      context.issues.push(...judge(rule));
    }),
  };
};
