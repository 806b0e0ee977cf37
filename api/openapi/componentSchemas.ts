import { isRecord, mapRecord } from '../../engine/recordOf.ts';
import { z } from 'zod';

/** Any object of an OpenAPI document. */
export type OpenApiObject = { readonly [member: string]: unknown };

/** A JSON schema, with the keywords that are read here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

const REF = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/** A copy of a JSON schema in which references lead to components. */
const rewriteRefs = (schema: OpenApiObject): JsonSchema =>
  mapRecord(schema, (member, key) =>
    key === '$ref' && typeof member === 'string' ? member.replace(REF, COMPONENT) : rewritten(member),
  );

const rewritten = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(rewritten) : isRecord(value) ? rewriteRefs(value) : value;

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
        const { example, id: _id, ...rest }: OpenApiObject = jsonSchema;
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        Object.assign(jsonSchema, rest, example === undefined ? {} : { examples: [example] });
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      const component = rewriteRefs(definition);
      const known = this.components[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new TypeError(`Two schemas are called ${name}.`);
      }
      this.components[name] = component;
    }
    return rewriteRefs(own);
  }
}
