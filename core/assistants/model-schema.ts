// The JSON Schema that models are shown: the few keywords every provider takes, everything required, nothing besides.
import { jsonSchemaOf, type JsonSchema } from '../kernel/json-schema.ts'
import type { Z } from '../kernel/zod.ts'

/** What an answer must look like, without the fields that are known already. */
export function modelSchemaOf(schema: Z.ZodType, known: readonly string[] = []): JsonSchema {
  const whole = lean(jsonSchemaOf(schema, 'output'))
  const properties = Object.fromEntries(
    Object.entries(whole.properties ?? {}).filter(([name]) => !known.includes(name)),
  )
  return { ...whole, properties, required: Object.keys(properties) }
}

function lean(schema: JsonSchema): JsonSchema {
  const { type, items, anyOf, properties, description } = schema
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(schema.enum && { enum: schema.enum }),
    ...(anyOf && { anyOf: anyOf.map(lean) }),
    ...(items && { items: lean(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, lean(inner)])),
      required: Object.keys(properties),
      additionalProperties: false,
    }),
  }
}
