// JSON Schema for models: the few keywords every provider supports, everything required, no additional properties.
import { jsonSchemaOf, type JsonSchema } from '../kernel/json-schema.ts'
import type { LazySchema } from '../kernel/schema.ts'

/** The schema of a response or of tool arguments; built on the first call. */
export function modelSchema(schema: LazySchema): () => JsonSchema {
  let built: JsonSchema | undefined
  return () => (built ??= lean(jsonSchemaOf(schema(), 'output')))
}

export function besides(known: readonly string[], schema: JsonSchema): JsonSchema {
  if (!known.length) return schema
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => !known.includes(name))
  return { ...schema, properties: Object.fromEntries(wanted), required: wanted.map(([name]) => name) }
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
