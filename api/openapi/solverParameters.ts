import { z } from 'zod';
import { EXTERNAL } from '../../schedule/runs/runAccess.ts';
import { withDefaults } from '../../schedule/runs/parameters.ts';
import type { SolverDescription } from '../../schedule/ports.ts';
import type { JsonSchema } from './componentSchemas.ts';
import { RunParameters } from '../contract/optimization.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

const REF = '#/$defs/';

/** A schema with its references and examples inlined, so that the schema of one solver stands alone. */
const inlined = (value: unknown, definitions: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, example, ...own } = value as Record<string, unknown>;
  const members = Object.entries(own).map(([name, member]) => [name, inlined(member, definitions)] as const);
  const target = typeof $ref === 'string' ? inlined(definitions[$ref.slice(REF.length)], definitions) : {};
  return {
    ...(target as object),
    ...Object.fromEntries(members),
    ...(example === undefined ? {} : { examples: [example] }),
  };
};

const readProperties = (): Properties => {
  const { $defs = {} } = z.toJSONSchema(z.object({ parameters: RunParameters }), {
    io: 'input',
    unrepresentable: 'any',
  });
  const { properties } = $defs['RunParameters'] as { readonly properties: Readonly<Record<string, unknown>> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, inlined(schema, $defs) as JsonSchema]),
  );
};

const PROPERTIES = readProperties();

const ownOf = ({ parameters }: SolverDescription): Properties =>
  (parameters as { readonly properties?: Properties }).properties ?? {};

/** Each solver with the JSON schema of its run parameters. A parameter that only some solvers have is absent from the others. */
export const withRunParameters = (solvers: readonly SolverDescription[]): SolverDescription[] => {
  const particular = new Set(solvers.flatMap((solver) => Object.keys(ownOf(solver))));
  return solvers.map((solver) => {
    const own = ownOf(solver);
    const defaults = { ...withDefaults(solver.id, {}), moveStarted: false };
    const takes = (name: string): boolean => !particular.has(name) || name in own || solver.id === EXTERNAL;
    const properties = Object.entries(PROPERTIES)
      .filter(([name]) => takes(name))
      .map(([name, schema]) => {
        const { description } = own[name] ?? {};
        const isDefault = Object.hasOwn(defaults, name);
        return [
          name,
          {
            ...schema,
            ...(description === undefined ? {} : { description }),
            ...(isDefault ? { default: defaults[name as keyof typeof defaults] } : {}),
          },
        ] as const;
      });
    return {
      ...solver,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(properties),
        additionalProperties: false,
      } as unknown as SolverDescription['parameters'],
    };
  });
};
