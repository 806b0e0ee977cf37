import { isOneOf } from '../../recordOf.ts';
import type { Problems } from '../../instance/compileError.ts';
import type { ParameterProperty, ParameterSchema } from './ruleKind.ts';

/** Reports every parameter that does not fit the kind's schema. */
export const checkParameters = (
  parameters: Readonly<Record<string, unknown>>,
  schema: ParameterSchema,
  path: string,
  problems: Problems,
): void => {
  for (const name of schema.required ?? []) {
    if (parameters[name] === undefined) problems.add(`${path}.${name}`, 'required', 'This parameter is required.');
  }
  for (const [name, value] of Object.entries(parameters)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const known = Object.keys(schema.properties).join(', ') || 'none';
    const message = property
      ? faultOf(value, property)
      : `This kind of rule has no such parameter; its parameters are: ${known}.`;
    const code = property ? 'invalid_value' : 'unknown_member';
    if (message && value !== undefined) problems.add(`${path}.${name}`, code, message);
  }
};

const faultOf = (value: unknown, property: ParameterProperty): string | null => {
  switch (property.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Needs true or false.';
    case 'string':
      return isOneOf(property.enum, value) ? null : `Needs one of: ${property.enum.join(', ')}.`;
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? null
        : 'Needs a list of strings.';
    default: {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = property;
      const integer = property.type === 'integer';
      const fits = typeof value === 'number' && (integer ? Number.isInteger(value) : Number.isFinite(value));
      if (fits && value >= minimum && value <= maximum) return null;
      return `Needs ${integer ? 'an integer' : 'a number'} from ${minimum} to ${maximum}.`;
    }
  }
};
