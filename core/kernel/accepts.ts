// Checks a value against a JSON Schema without zod, and knows only the keywords in inputs of read operations. It may reject a value
// that zod accepts. It never accepts a value that zod rejects or changes. After a rejection, the caller asks zod.
import { isoOf } from './clock.ts'
import { readInstant } from './schema.ts'
import { isId } from './id.ts'
import { isRecord } from './narrow.ts'
import type { JsonSchema } from './json-schema.ts'
import { isBlank, isStorable, withoutControls } from './plain-characters.ts'

/** For each format: whether a text is already spelled as parsing would return it. */
const SPELLED: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => isId(text) && text === text.toLowerCase(),
  'date-time': (text) => {
    const at = readInstant(text)
    return !Number.isNaN(at) && isoOf(at) === text
  },
}

const KNOWN = new Set(
  (
    'x-transforms type properties required items enum additionalProperties description format ' +
    'minLength maxLength minimum maximum maxItems'
  ).split(' '),
)

/** True if the value is valid and parsing would not change it. False if unsure. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  for (const keyword of Object.keys(schema)) if (!KNOWN.has(keyword)) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  // acceptsText also rejects what JSON Schema cannot express: blank texts, and characters that Postgres cannot store.
  if (typeof value === 'string') return acceptsText(schema, value)
  if (typeof value === 'number') return acceptsNumber(schema, value)
  if (typeof value === 'boolean') return schema.type === 'boolean'
  if (Array.isArray(value)) return acceptsArray(schema, value)
  return isRecord(value) && acceptsObject(schema, value)
}

const acceptsText = (schema: JsonSchema, value: string): boolean =>
  schema.type === 'string' &&
  value.length >= (schema.minLength ?? 0) &&
  value.length <= (schema.maxLength ?? Infinity) &&
  !isBlank(value) &&
  isStorable(value) &&
  withoutControls(value) === value &&
  (schema.format ? (SPELLED[schema.format]?.(value) ?? false) : !schema['x-transforms'])

const acceptsNumber = (schema: JsonSchema, value: number): boolean =>
  schema.type === 'integer' &&
  Number.isSafeInteger(value) &&
  value >= (schema.minimum ?? -Infinity) &&
  value <= (schema.maximum ?? Infinity)

const acceptsArray = (schema: JsonSchema, values: unknown[]): boolean =>
  schema.type === 'array' &&
  !schema['x-transforms'] &&
  values.length <= (schema.maxItems ?? Infinity) &&
  values.every((value) => schema.items !== undefined && accepts(schema.items, value))

function acceptsObject(schema: JsonSchema, value: Record<string, unknown>): boolean {
  if (schema.type !== 'object' || schema.additionalProperties !== false) return false
  if (schema.required?.some((name) => value[name] === undefined)) return false
  return Object.entries(value).every(([name, field]) => {
    const property = schema.properties?.[name]
    return property !== undefined && (field === undefined || accepts(property, field))
  })
}
