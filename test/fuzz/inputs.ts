// Inputs generated from JSON Schema: valid, nearly valid, and arbitrary.
import fc from 'fast-check'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import { TEXTS, VALUES } from './hostile.ts'

type Arbitrary = fc.Arbitrary<unknown>

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

/** Any JSON value, including unusual ones. */
export const hostile: Arbitrary = fc.oneof(
  hostileText,
  fc.constantFrom(...VALUES),
  fc.jsonValue({ maxDepth: 3 }),
)

const DATES = fc
  .date({ min: new Date('1900-01-02'), max: new Date('2199-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** The alternatives of a schema, one of which must match. */
export const variantsOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  schema.anyOf ?? (schema['oneOf'] as JsonSchema[] | undefined)

/** Values that match a schema, as far as it is expressible. `ids` are existing rows. */
export function valid(schema: JsonSchema, ids: readonly string[]): Arbitrary {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const variants = variantsOf(schema)
  if (variants) return fc.oneof(...variants.map((one) => valid(one, ids)))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({
      min: Math.ceil(schema.minimum ?? -1_000),
      max: Math.floor(Math.min(schema.maximum ?? 1_000, 1_000)),
    })
  if (schema.type === 'array')
    return fc.array(valid(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 12) })
  if (schema.type === 'object') return validObject(schema, ids)
  return validText(schema, ids)
}

function validText({ format, maxLength, minLength = 0 }: JsonSchema, ids: readonly string[]): Arbitrary {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'date-time') return DATES
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength ?? 40, 40)) }),
    fc.constantFrom(
      '$180k-220k',
      'https://example.com/jobs/1',
      '2031-05-06T07:08:09Z',
      'Europe/Berlin',
      'violet staple 42',
    ),
  )
}

function validObject({ properties = {}, required = [] }: JsonSchema, ids: readonly string[]): Arbitrary {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valid(field, ids)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

/** A valid object with one error: a field replaced, omitted, or added. */
export function nearlyValid(schema: JsonSchema, ids: readonly string[]): Arbitrary {
  const names = (variantsOf(schema) ?? [schema]).flatMap(({ properties }) => Object.keys(properties ?? {}))
  const name = fc.constantFrom(...names, 'unknown', '__proto__', 'id', 'userId')
  return fc
    .tuple(valid(schema, ids), name, fc.option(hostile, { nil: undefined }))
    .map(([object, field, value]) => Object.assign({}, object, Object.fromEntries([[field, value]])))
}
