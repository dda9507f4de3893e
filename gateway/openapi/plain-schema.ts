// A schema as a person would write it, without zod's additions for machines.
import { isRecord } from '../../core/kernel/narrow.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { LazySchema } from '../../core/kernel/schema.ts'

/** Keywords that only our own programs read, and the bounds of safe integers. */
function isNoise(key: string, value: unknown): boolean {
  if (key.startsWith('x-')) return true
  // Keeps `propertyNames` only if it lists the names: JSON keys are always texts.
  if (key === 'propertyNames') return !isRecord(value) || !value['enum']
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
}

/** `{anyOf: [{type: 'string'}, {type: 'null'}]}` as `{type: ['string', 'null']}`. */
function folded(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [one, other] = anyOf ?? []
  if (anyOf?.length !== 2 || other?.type !== 'null' || typeof one?.type !== 'string') return schema
  if (one.enum || 'const' in one || one.properties || one.items) return schema
  return { ...rest, ...one, type: [one.type, 'null'] }
}

/** Removes noise. Outputs may get further fields later, so only inputs keep `additionalProperties: false`. */
export function plainSchema(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  const walk = (value: unknown, isFields = false): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each))
    if (!isRecord(value)) return value
    const kept = Object.entries(value).filter(
      ([key, each]) =>
        isFields ||
        !(isNoise(key, each) || (io === 'output' && key === 'additionalProperties' && each === false)),
    )
    const copy = Object.fromEntries(
      kept.map(([key, each]) => [key, walk(each, !isFields && key === 'properties')]),
    )
    return isFields ? copy : folded(copy)
  }
  return walk(schema) as JsonSchema // Still a schema.
}

export const plainOutput = (of: LazySchema): JsonSchema => plainSchema(jsonSchemaOf(of(), 'output'), 'output')
