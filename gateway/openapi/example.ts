// An example of a schema: every field of an answer, the required fields of a request, each with a value that fits.
import { first, last } from '../../core/kernel/must.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { VALUES } from './example-values.ts'

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0195a1c2-7b3d-7e4f-8a5b-6c7d8e9f0a1b',
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  uri: 'https://example.com/hooks/crm',
  email: 'ada@example.com',
}

/** Whether only what is required is shown. */
type Extent = 'whole' | 'required'

/** What stands this deep within lists and records is left out where it may be. */
const DEEP = 2

/** An example of this schema; `name` is the field that has it, `depth` how many others it is in. */
export function exampleOf(schema: JsonSchema, extent: Extent, name = '', depth = 0): unknown {
  if ('const' in schema) return schema.const
  const said = VALUES[name]
  if (schema.enum) return schema.enum.includes(said) ? said : schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choiceOf(choices, said, depth), extent, name, depth)
  if (said !== undefined && fits(schema, said)) return said
  return made(schema, extent, name, depth)
}

/** An example that shows no more than a page of a large answer does: its lists and records stay closed then. */
export function briefExampleOf(schema: JsonSchema, maxCharacters: number): unknown {
  const examples = [0, 1, 2].map((depth) => () => exampleOf(schema, 'whole', '', depth))
  const brief = examples
    .map((make) => make())
    .find((example) => JSON.stringify(example).length <= maxCharacters)
  return brief ?? last(examples)()
}

/** The alternative that has the type of what is said about the field, else the first. */
function choiceOf(choices: readonly JsonSchema[], said: unknown, depth: number): JsonSchema {
  const fitting = said === undefined ? undefined : choices.find((one) => fits(one, said))
  const nothing = depth >= DEEP ? choices.find(({ type }) => type === 'null') : undefined
  return fitting ?? nothing ?? first(choices)
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

/** Whether a value from the table can stand for this schema; what is inside of it is checked for its type alone. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const types = [schema.type ?? []].flat()
  const type = typeOf(value)
  if (!types.includes(type) && !(type === 'integer' && types.includes('number'))) return false
  if (schema.enum) return schema.enum.includes(value)
  if (typeof value === 'string') return textFits(schema, value)
  if (Array.isArray(value)) return value.every((each) => fitsWhole(schema.items ?? {}, each))
  if (type === 'object') return !schema.properties
  const { minimum = -Infinity, maximum = Infinity } = schema
  return typeof value !== 'number' || (value >= minimum && value <= maximum)
}

const fitsWhole = (schema: JsonSchema, value: unknown): boolean =>
  Object.keys(schema).length === 0 || (fits(schema, value) && !schema.properties)

function textFits(
  { format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema,
  value: string,
): boolean {
  if (format === 'uuid') return false
  if (format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(value)
  if (format === 'date') return /^\d{4}-\d\d-\d\d$/.test(value)
  if (format === 'uri') return /^https?:/.test(value)
  if (format === 'email') return value.includes('@')
  if (pattern && !new RegExp(pattern, 'u').test(value)) return false
  return value.length >= minLength && value.length <= maxLength
}

function made(schema: JsonSchema, extent: Extent, name: string, depth: number): unknown {
  const types = [schema.type ?? 'any'].flat()
  // What may be null and has nothing to tell is.
  const type = types.includes('null') ? 'null' : types[0]
  if (type === 'object') return objectOf(schema, extent, depth + 1)
  if (type === 'array') return listOf(schema, extent, name, depth + 1)
  if (type === 'string') return textOf(schema, name)
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1)
  return type === 'boolean' ? true : type === 'null' ? null : {}
}

function objectOf(schema: JsonSchema, extent: Extent, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const others = typeof additionalProperties === 'object' ? additionalProperties : {}
  const isWhole = extent === 'whole' && depth <= DEEP
  const optional = isWhole ? Object.keys(properties).filter((name) => !required.includes(name)) : []
  const names = Object.keys(properties).filter((name) => required.includes(name) || optional.includes(name))
  const named = required.filter((name) => !(name in properties))
  return Object.fromEntries(
    [...names, ...named].map((name) => [name, exampleOf(properties[name] ?? others, extent, name, depth)]),
  )
}

function listOf(schema: JsonSchema, extent: Extent, name: string, depth: number): unknown[] {
  const places = schema.prefixItems
  const one = name.replace(/s$/, '')
  if (places) return places.map((place) => exampleOf(place, extent, one, depth))
  const { items = {} } = schema
  const least = Number(schema['minItems'] ?? 0)
  const count = depth > DEEP ? least : Math.max(1, least)
  return Array.from({ length: count }, () => exampleOf(items, extent, one, depth))
}

function textOf({ format, minLength = 0, maxLength = 60 }: JsonSchema, name: string): string {
  const known = format && FORMATS[format]
  if (known) return known
  const words = name
    ? name
        .replace(/[_-]|(?=[A-Z])/g, ' ')
        .trim()
        .toLowerCase()
    : 'text'
  return words.padEnd(minLength, '.').slice(0, maxLength)
}
