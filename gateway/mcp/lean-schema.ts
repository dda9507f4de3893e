// JSON Schemas for tool lists, reduced to what a model needs, to save tokens.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

/**
 * Drops bounds that every safe integer meets, and patterns and `propertyNames`, which several hosts refuse. Outputs
 * lose `required`, deeper descriptions and schemas marked `x-table`, which OpenAPI has, and `additionalProperties:
 * false`: a client that caches the list would reject results of the next version.
 */
export function lean(given: JsonSchema, io: 'input' | 'output', depth = 0): JsonSchema {
  const schema = joinNull(given)
  const {
    minimum,
    maximum,
    additionalProperties,
    required,
    description,
    'x-table': isTable,
    'x-transforms': _transforms,
    pattern: _pattern,
    propertyNames: _propertyNames,
    ...rest
  } = schema
  const isOutput = io === 'output'
  const about = description !== undefined && (!isOutput || depth < 2) ? { description } : {}
  if (isOutput && isTable) return { type: ['object', 'null'], ...about }
  const inner = (child: JsonSchema) => lean(child, io, depth + 1)
  return {
    ...rest,
    ...about,
    ...(isBound(minimum) && { minimum }),
    ...(isBound(maximum) && { maximum }),
    ...(rest.properties && { properties: mapFields(rest.properties, inner) }),
    ...(rest.items && { items: inner(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(inner) }),
    ...(required && !isOutput && { required }),
    ...(additionalProperties !== undefined && !isOutput && { additionalProperties }),
  }
}

/** Merges `anyOf` of a schema and null into one schema. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [some, none] = anyOf ?? []
  if (anyOf?.length !== 2 || typeof some?.type !== 'string' || none?.type !== 'null') return schema
  return { ...rest, ...some, type: [some.type, 'null'], ...(some.enum && { enum: [...some.enum, null] }) }
}

const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER

export const mapFields = (
  fields: Record<string, JsonSchema>,
  change: (field: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))
