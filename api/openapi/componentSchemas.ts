import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

const REF = '#/$defs/';
const COMPONENT = '#/components/schemas/';

const rewriteRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewriteRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' ? [key, member.replace(REF, COMPONENT)] : [key, rewriteRefs(member)],
    ),
  );
};

/** Collects the components of the OpenAPI document: schemas with an id become components, all others are written inline. */
export class ComponentSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** Returns the JSON schema (2020-12) of a zod schema's input. Throws TypeError when two different schemas have one id. */
  add(schema: z.ZodType): JsonSchema {
    const {
      $defs = {},
      $schema: _,
      ...own
    } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        const { example, id: _id, ...rest } = jsonSchema as Record<string, unknown>;
        for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
        Object.assign(jsonSchema, rest, example === undefined ? {} : { examples: [example] });
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      const component = rewriteRefs(definition) as JsonSchema;
      const known = this.components[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new TypeError(`Two schemas are called ${name}.`);
      }
      this.components[name] = component;
    }
    return rewriteRefs(own) as JsonSchema;
  }
}
