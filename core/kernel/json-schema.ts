// Makes JSON Schemas from zod schemas, and converts strings to the types that a schema declares.
import { zod, type Z } from './zod.ts'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  description?: string
  format?: string
  /** Whether parsing may change the text. */
  'x-transforms'?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  [keyword: string]: unknown
}

/** The JSON Schema 2020-12 of a schema's `input` (what may be sent) or `output` (what is returned). */
export function jsonSchemaOf(schema: Z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = zod().toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // zod adds a long pattern to each format; the format alone is enough.
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
  return json as JsonSchema // `JsonSchema` types only the keywords that our inputs use.
}

export const typesOf = (schema: JsonSchema): string[] => [
  ...(Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []),
  ...(schema.anyOf ?? []).flatMap(typesOf),
]

export const arrayIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.type === 'array' ? schema : schema.anyOf?.map(arrayIn).find(Boolean)

const NUMBER = /^-?\d+(\.\d+)?$/

/** Coerces query strings and flags: '20' → 20, 'a,b' → ['a','b']. Leaves other values unchanged for validation. */
export function convert(schema: JsonSchema, value: unknown): unknown {
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

export function convertFields(schema: JsonSchema, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, convert(schema.properties?.[name] ?? {}, value)]),
  )
}
