// Helpers on JSON Schema: coerce strings to the types they stand for, and accept plain values without zod.
import { zod, type Z } from './zod.ts'

/** The part of JSON Schema that our inputs use. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  description?: string
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  [keyword: string]: unknown
}

/** JSON Schema 2020-12 of a schema, `input` (what may be sent) or `output` (what comes back). */
export function jsonSchemaOf(schema: Z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = zod().toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // zod repeats a long pattern beside each format; the format says it all.
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
  return json as JsonSchema
}

const typesOf = (schema: JsonSchema): string[] => [
  ...(Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []),
  ...(schema.anyOf ?? []).flatMap(typesOf),
]

const arrayIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.type === 'array' ? schema : schema.anyOf?.map(arrayIn).find(Boolean)

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Query strings and flags → the types the schema names: '20' → 20, 'false' → false, 'a,b' → ['a','b'].
 * What does not fit stays as it is, so that validation can name it.
 */
function convert(schema: JsonSchema, value: unknown): unknown {
  const list = arrayIn(schema)
  if (list && typeof value === 'string') {
    const parts = value === '' ? [] : value.split(',').map((part) => part.trim())
    return parts.map((part) => convert(list.items ?? {}, part))
  }
  if (list && Array.isArray(value)) return value.map((part) => convert(list.items ?? {}, part))
  if (typeof value !== 'string') return value
  const types = typesOf(schema)
  if ((types.includes('integer') || types.includes('number')) && NUMBER.test(value)) return Number(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  if (types.includes('null') && value === 'null') return null
  return value
}

/** `convert` for every field of an object schema. */
export function convertFields(schema: JsonSchema, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, convert(schema.properties?.[name] ?? {}, value)]),
  )
}
