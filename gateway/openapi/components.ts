// Names the schemas of the document: known records, those of each operation, and any that occurs twice.
import { isRecord, must } from '../../core/kernel/narrow.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { Activity } from '../../core/activities/fields.ts'
import { CalendarEvent } from '../../core/calendar/fields.ts'
import { Contact } from '../../core/contacts/fields.ts'
import { Job, JobWithHistory } from '../../core/jobs/fields.ts'
import { ReasonsOut } from '../../core/intelligence/salaries/records.ts'
import { Deleted, type LazySchema } from '../../core/kernel/schema.ts'
import { Offer } from '../../core/offers/fields.ts'
import { Suggestion } from '../../core/pipeline/suggestion.ts'
import { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { WebhookWithSecret } from '../../core/webhooks/registration.ts'
import { Webhook, Delivery } from '../../core/webhooks/webhook.ts'
import { ANSWER, MESSAGE } from './mcp.ts'
import { plainOutput } from './plain-schema.ts'

export const pascal = (words: string): string =>
  words.replace(/(?:^|[._\-\s]+)(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|x)es$/, '')
    .replace(/(?<=[^sui])s$/, '')

const keyOf = ({ description: _, ...schema }: JsonSchema): string => JSON.stringify(schema)

/** Shorter schemas are clearer inline. */
const MIN_CHARACTERS = 80

/** Nullable schemas get no name; the record inside does. */
const isNullable = ({ anyOf = [] }: JsonSchema): boolean => anyOf.some(({ type }) => type === 'null')

/** Whether a schema that occurs twice is long enough for a name. */
const isNameable = (schema: JsonSchema, key: string): boolean =>
  key.length >= MIN_CHARACTERS &&
  !isNullable(schema) &&
  Boolean(schema.properties ?? schema.enum ?? schema.oneOf ?? schema.additionalProperties ?? schema.anyOf)

const within = (schema: JsonSchema): JsonSchema[] =>
  [
    ...Object.values(schema.properties ?? {}),
    ...LISTS.flatMap((list) => schema[list] ?? []),
    ...[schema.items, schema.additionalProperties],
  ].filter(isRecord)

interface SchemaNames {
  counts: ReadonlyMap<string, number>
  known: ReadonlyMap<string, string>
  named: Map<string, string>
  schemas: Record<string, JsonSchema>
}

export function nameSchemas(
  roots: readonly { holder: { schema: JsonSchema }; name: string }[],
  known: ReadonlyMap<string, string>,
): Record<string, JsonSchema> {
  const counts = countsOf(roots.map(({ holder }) => holder.schema))
  const naming: SchemaNames = { counts, known, named: new Map(), schemas: {} }
  for (const { holder, name } of roots) {
    const isNamed = Boolean(holder.schema.properties ?? holder.schema.anyOf ?? holder.schema.oneOf)
    holder.schema = convert(naming, holder.schema, [name], isNamed)
  }
  return Object.fromEntries(Object.entries(naming.schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Counts each schema's occurrences. The contents of a named schema count once. */
function countsOf(schemas: readonly JsonSchema[]): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (schema: JsonSchema): void => {
    const key = keyOf(schema)
    const seen = counts.get(key) ?? 0
    counts.set(key, seen + 1)
    if (!seen || !isNameable(schema, key)) for (const child of within(schema)) count(child)
  }
  schemas.forEach(count)
  return counts
}

function convert(
  naming: SchemaNames,
  schema: JsonSchema,
  path: readonly string[],
  isRoot = false,
): JsonSchema {
  const { counts, known, named, schemas } = naming
  const key = keyOf(schema)
  const repeats = (counts.get(key) ?? 0) > 1 && isNameable(schema, key)
  if (!isRoot && !repeats && !known.has(key)) return converted(naming, schema, path)
  let name = named.get(key)
  if (name === undefined) {
    name = nameFor(naming, key, path)
    named.set(key, name)
    schemas[name] = {}
    const { description: _, ...plain } = converted(naming, schema, [name])
    schemas[name] = plain
  }
  const { description } = schema
  return { ...(description !== undefined && { description }), $ref: `#/components/schemas/${name}` }
}

/** The field's name if it is free, otherwise prefixed with its parent's name. */
function nameFor({ known, schemas }: SchemaNames, key: string, path: readonly string[]): string {
  const own = known.get(key)
  if (own) return own
  for (let from = path.length - 1; from >= 0; from -= 1) {
    const name = pascal(path.slice(from).map(singular).join(' '))
    if (!(name in schemas) && ![...known.values()].includes(name)) return name
  }
  // A number by position would change with every earlier schema.
  throw new Error(`The schema ${path.join('.')} has the name of another: give one of them a name of its own.`)
}

const LISTS = ['anyOf', 'oneOf', 'allOf'] as const

function converted(naming: SchemaNames, schema: JsonSchema, path: readonly string[]): JsonSchema {
  const base = extended(naming, schema)
  const copy = base ? base.rest : { ...schema }
  const inner = (child: JsonSchema, field?: string) => convert(naming, child, field ? [...path, field] : path)
  if (copy.properties)
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, child]) => [name, inner(child, name)]),
    )
  for (const list of LISTS) if (copy[list]) copy[list] = copy[list].map((child) => inner(child))
  if (isRecord(copy.items)) copy.items = inner(copy.items)
  if (isRecord(copy.additionalProperties)) copy.additionalProperties = inner(copy.additionalProperties)
  return base ? { allOf: [convert(naming, base.schema, path), copy] } : copy
}

/** The largest known record that a schema extends, and the added fields. */
function extended({ known }: SchemaNames, schema: JsonSchema) {
  const { properties, required = [] } = schema
  if (!properties) return undefined
  const texts = new Map(Object.entries(properties).map(([name, child]) => [name, JSON.stringify(child)]))
  const [base] = [...known.keys()]
    .map((key) => JSON.parse(key) as JsonSchema) // A key is the text of a schema.
    .filter((one) => isBaseOf(texts, one))
    .sort((a, b) => Object.keys(must(b.properties)).length - Object.keys(must(a.properties)).length)
  if (!base) return undefined
  const added = Object.entries(properties).filter(([name]) => !(name in must(base.properties)))
  const more = required.filter((name) => !base.required?.includes(name))
  const rest: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(added),
    ...(more.length && { required: more }),
  }
  return { schema: base, rest }
}

const isBaseOf = (texts: ReadonlyMap<string, string>, { properties }: JsonSchema): boolean =>
  properties !== undefined &&
  Object.keys(properties).length > 3 &&
  Object.keys(properties).length < texts.size &&
  Object.entries(properties).every(([name, child]) => texts.get(name) === JSON.stringify(child))

export const rootName = (operation: string, end: string): string => pascal(`${operation}.${end}`)

const RECORDS: Readonly<Record<string, LazySchema>> = {
  Job,
  JobWithHistory,
  Contact,
  Activity,
  CalendarEvent,
  Offer,
  Suggestion,
  Webhook,
  WebhookWithHealth,
  WebhookWithSecret,
  Delivery,
  Deleted,
  Reasons: ReasonsOut,
}

export const namesOfRecords = (): Map<string, string> =>
  new Map([
    ...Object.entries(RECORDS).map(([name, of]) => [keyOf(plainOutput(of)), name] as const),
    [keyOf(MESSAGE), 'McpMessage'],
    [keyOf(ANSWER), 'McpAnswer'],
  ])
