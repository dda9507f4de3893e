// JSON Schemas for models. They use the few keywords that all providers support; all fields are required.
import { jsonSchemaOf, type JsonSchema } from '../kernel/json-schema.ts'
import { once } from '../kernel/once.ts'
import type { LazySchema } from '../kernel/schema.ts'

/** The schema of a response, or of a tool's arguments. It is built at the first call. */
export const modelSchema = (schema: LazySchema) =>
  once(() => keepSupportedKeywords(jsonSchemaOf(schema(), 'output')))

export function withoutKnownFields(known: readonly string[], schema: JsonSchema): JsonSchema {
  if (!known.length) return schema
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => !known.includes(name))
  return { ...schema, properties: Object.fromEntries(wanted), required: wanted.map(([name]) => name) }
}

/** `isWhole`: whether all fields are required. */
export function keepSupportedKeywords(schema: JsonSchema, isWhole = true): JsonSchema {
  const { type, items, anyOf, properties, description } = schema
  const kept = (inner: JsonSchema) => keepSupportedKeywords(inner, isWhole)
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(schema.enum && { enum: schema.enum }),
    ...(anyOf && { anyOf: anyOf.map(kept) }),
    ...(items && { items: kept(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, kept(inner)])),
      required: isWhole ? Object.keys(properties) : (schema.required ?? []),
      additionalProperties: false,
    }),
  }
}
