// Arguments as models write them, where the meaning is certain: "applied" for a list of one, "5" for 5, "HIGH" for high.
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { arrayIn, convert, jsonSchemaOf, typesOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { once } from '../../core/kernel/once.ts'
import type { Tool } from './tool.ts'

type Args = Record<string, unknown>

const choicesOf = (schema: JsonSchema): string[] =>
  [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(choicesOf)].filter(
    (each): each is string => typeof each === 'string',
  )

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

const choiceFor = (choices: readonly string[], value: string): string | undefined =>
  choices.find((each) => plain(each) === plain(value))

function meant(schema: JsonSchema, value: unknown): unknown {
  const list = arrayIn(schema)
  if (list && value !== null && value !== undefined) {
    const items = list.items ?? {}
    const parts = Array.isArray(value) ? value : typeof value === 'string' ? listed(items, value) : [value]
    return parts.map((part) => meant(items, part))
  }
  const choices = choicesOf(schema)
  if (typeof value === 'string' && choices.length) return choiceFor(choices, value) ?? value
  const types = typesOf(schema)
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) return String(value)
  if (isRecord(value) && schema.properties) return fieldsMeant(schema, value)
  return convert(schema, value)
}

/** A list written as one text: its parts where each is one of a few choices; else the text is its only entry. */
const listed = (items: JsonSchema, text: string): string[] =>
  choicesOf(items).length ? text.split(',').map((part) => part.trim()) : [text]

const fieldsMeant = (schema: JsonSchema, fields: Args): Args =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, meant(schema.properties?.[name] ?? {}, value)]),
  )

export function leniently(tool: Tool): Tool {
  const schema = once(() => jsonSchemaOf(tool.input(), 'input'))
  return { ...tool, read: (args) => fieldsMeant(schema(), recordOf(args)) }
}
