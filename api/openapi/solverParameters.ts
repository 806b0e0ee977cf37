import { isRecord, mapRecord, memberOf } from '../../engine/recordOf.ts';
import { z } from 'zod';
import { EXTERNAL } from '../../schedule/runs/runAccess.ts';
import { withDefaults } from '../../schedule/runs/parameters.ts';
import type { SolverDescription } from '../../schedule/ports.ts';
import { RunParameters } from '../contract/optimization.ts';

type Properties = Readonly<Record<string, unknown>>;

const REF = '#/$defs/';

/** A schema with its references and examples inlined, so that the schema of one solver stands alone. */
const inlined = (value: unknown, definitions: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions));
  if (!isRecord(value)) return value;
  const { $ref, example, ...own } = value;
  const members = Object.entries(own).map(([name, member]) => [name, inlined(member, definitions)] as const);
  const target = typeof $ref === 'string' ? inlined(definitions[$ref.slice(REF.length)], definitions) : {};
  return {
    ...(isRecord(target) ? target : {}),
    ...Object.fromEntries(members),
    ...(example === undefined ? {} : { examples: [example] }),
  };
};

const readProperties = (): Properties => {
  const { $defs = {} } = z.toJSONSchema(z.object({ parameters: RunParameters }), {
    io: 'input',
    unrepresentable: 'any',
  });
  const properties = memberOf($defs['RunParameters'], 'properties');
  return isRecord(properties) ? mapRecord(properties, (schema) => inlined(schema, $defs)) : {};
};

const PROPERTIES = readProperties();

/** Each solver with the JSON schema of its run parameters. A parameter that only some solvers have is absent from the others. */
export const withRunParameters = (solvers: readonly SolverDescription[]): SolverDescription[] => {
  const particular = new Set(solvers.flatMap(({ parameters }) => Object.keys(parameters.properties)));
  return solvers.map((solver) => {
    const own = solver.parameters.properties;
    const defaults = { ...withDefaults(solver.id, {}), moveStarted: false };
    const takes = (name: string): boolean => !particular.has(name) || name in own || solver.id === EXTERNAL;
    const properties = Object.entries(PROPERTIES)
      .filter(([name]) => takes(name))
      .map(([name, schema]) => {
        const description = memberOf(own[name], 'description');
        const usual = memberOf(defaults, name);
        return [
          name,
          {
            ...(isRecord(schema) ? schema : {}),
            ...(description === undefined ? {} : { description }),
            ...(usual === undefined ? {} : { default: usual }),
          },
        ] as const;
      });
    return {
      ...solver,
      parameters: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
    };
  });
};
