// Reads models' arguments where their meaning is certain: "applied" for a list of one, "5" for 5, `job_id` for `id`.
import { typeNamed } from '../../core/calendar/event-words.ts'
import { readStatus } from '../../core/jobs/import/status-aliases.ts'
import { arrayIn, convert, jsonSchemaOf, typesOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { once } from '../../core/kernel/once.ts'
import { readMoney } from '../../core/reading/money.ts'
import type { Tool } from './tool.ts'

type Args = Record<string, unknown>

const choicesOf = (schema: JsonSchema): string[] =>
  [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(choicesOf)].filter(
    (each): each is string => typeof each === 'string',
  )

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** “HIGH”, “e-mail”, “Interviews”; for a status also “Phone screen”, and for a kind “phone call”, “onsite”. */
function choiceFor(choices: readonly string[], value: string): string | undefined {
  // Before others: `updatedAt` and `-updatedAt` are alike without punctuation.
  if (choices.includes(value)) return value
  const word = plain(value)
  const same = choices.find((each) => plain(each) === word || `${plain(each)}s` === word)
  if (same) return same
  if (choices.includes('applied')) return statusFor(choices, value)
  if (choices.includes('hour')) return periodFor(value)
  const type = choices.includes('call') ? typeNamed(value) : undefined
  return type && choices.includes(type) ? type : undefined
}

/** Maps another tracker's word to a status that begins the same. “open” and “no response” stay uncertain. */
function statusFor(choices: readonly string[], value: string): string | undefined {
  const read = readStatus(value)
  const isSure =
    read?.exact && choices.includes(read.status) && plain(value).includes(read.status.slice(0, 5))
  return isSure ? read.status : undefined
}

/** “annual”, “per month”, of an amount that anybody earns. A word for two weeks is none of the choices. */
function periodFor(value: string): string | undefined {
  const read = readMoney(`100000 USD ${value}`) ?? readMoney(`50 USD ${value}`)
  return (read?.isConverted ? null : read?.period) ?? undefined
}

/** “85k”, “$62,000”, “10 %” */
const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*(k?)\s*(%?)$/i

function numberFor(value: string): number | undefined {
  const [, whole = '', part = '', k] = AMOUNT.exec(value.trim().replace(/^\$\s*/, '')) ?? []
  return whole ? Number(`${whole.replaceAll(',', '')}${part}`) * (k ? 1_000 : 1) : undefined
}

/** An amount where an object with one is expected: “€62k a year”, or “15%” if it can be a percentage. */
function amountFor({ properties }: JsonSchema, value: string | number): Args | undefined {
  const percent = /^\s*([\d.]+)\s*%\s*$/.exec(String(value))?.[1]
  if (percent && properties?.['percent']) return { percent: Number(percent) }
  const read = typeof value === 'number' ? { amount: value, currency: null, period: null } : readMoney(value)
  if (!read) return undefined
  const { amount, currency, period } = read
  return { amount, ...(currency && { currency }), ...(period && { period }) }
}

const BARE_ADDRESS = /^(?!\w+:)[\w-]+(?:\.[\w-]+)+(?=[/?#]|$)/

function meant(schema: JsonSchema, value: unknown, isOfWords?: boolean): unknown {
  const list = arrayIn(schema)
  if (list && value !== null && value !== undefined) {
    const items = list.items ?? {}
    const parts = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? listed(items, value, isOfWords)
        : [value]
    return parts.map((part) => meant(items, part))
  }
  const choices = choicesOf(schema)
  if (typeof value === 'string' && choices.length) return choiceFor(choices, value) ?? value
  const types = typesOf(schema)
  const isAmount = typeof value === 'number' || typeof value === 'string'
  const parts = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties)
  if (isAmount && parts?.properties?.['amount']) return amountFor(parts, value) ?? value
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) return String(value)
  if (isRecord(value) && parts) return fieldsMeant(parts, value)
  const isNumber = types.includes('number') || types.includes('integer')
  if (typeof value === 'string' && isNumber && !types.includes('string')) return numberFor(value) ?? value
  return convert(schema, value)
}

/** Splits a list written as one text if its items are choices; otherwise the text is the only item. */
const listed = (items: JsonSchema, text: string, isOfWords = choicesOf(items).length > 0): string[] =>
  isOfWords ? text.split(',').map((part) => part.trim()) : [text]

/** Each row: our name of an argument, then its names in other programs' tools. */
const SAME_NAMES: readonly (readonly string[])[] = [
  ['appendNotes', 'note', 'addNote', 'addNotes'],
  ['query', 'q', 'search', 'keyword', 'keywords', 'text'],
  ['limit', 'count', 'maxResults', 'pageSize'],
  ['from', 'start', 'startDate', 'since', 'after'],
  ['to', 'end', 'endDate', 'until', 'before'],
  ['updatedSince', 'since', 'updatedAfter'],
  ['sort', 'sortBy', 'orderBy'],
  ['startsAt', 'date', 'time', 'when', 'datetime', 'startTime'],
  ['endsAt', 'endTime'],
  ['occurredAt', 'date', 'when', 'time'],
  ['at', 'date', 'when'],
  ['status', 'newStatus', 'stage'],
  ['body', 'notes', 'note', 'description', 'text', 'content'],
  ['title', 'subject'],
  ['role', 'title', 'position', 'jobTitle'],
  ['title', 'role', 'position', 'jobTitle'],
  ['location', 'place', 'city', 'where'],
  ['city', 'location', 'place'],
  ['experience', 'level', 'seniority'],
  ['name', 'fullName'],
  ['email', 'emailAddress'],
  ['linkedinUrl', 'linkedin'],
  ['base', 'baseSalary', 'salary'],
  ['goal', 'target'],
  ['noun', 'type', 'kind'],
  ['rows', 'jobs', 'list', 'data'],
  ['posting', 'text'],
]
/** As above, but not surely the same: the error suggests our name. */
const NEAR_NAMES: typeof SAME_NAMES = [
  ['query', 'location', 'name'],
  ['endsAt', 'duration', 'until', 'minutes'],
  ['rows', 'csv', 'text'],
  ['cursor', 'page', 'offset'],
  ['days', 'until'],
  ['assumptions', 'rates', 'bonusPayout', 'equityGrowth', 'hoursPerYear'],
]

const nameIn = (table: typeof SAME_NAMES, names: readonly string[], said: string): string | undefined =>
  table.find(
    ([own = '', ...others]) => names.includes(own) && others.some((one) => plain(one) === plain(said)),
  )?.[0]

/** What turns a field's name into ours: `job` into `jobId`, `start` into `startsAt`, `tags` into `tag`. */
const NAME_ENDINGS = ['', 's', 'Id', 'Ids', 'At', 'sAt']

/** The only argument that an unknown name can mean: `job`, `job_id`, `tags`. In a tool about jobs, `job_id` means `id`. */
function nameMeant(names: readonly string[], said: string, nouns: readonly string[]): string {
  const isSaid = (own: string, name: string): boolean =>
    NAME_ENDINGS.some((end) => plain(own) === plain(name + end) || plain(own + end) === plain(name))
  const onlyOne = (name: string): string | undefined => {
    const [only, second] = names.filter((own) => isSaid(own, name))
    return second === undefined ? only : names.find((own) => plain(own) === plain(name))
  }
  const ofNoun = nouns.flatMap((noun) => {
    const rest = plain(said).replace(noun, '')
    return plain(said).startsWith(noun)
      ? (onlyOne(/^s?$/.test(rest) ? 'id' : rest) ?? [])
      : (onlyOne(noun + said) ?? [])
  })
  return nameIn(SAME_NAMES, names, said) ?? onlyOne(said) ?? ofNoun[0] ?? said
}

/** An argument's name that resembles the unknown one. */
export const nearArgument = (said: string, names: readonly string[]): string | undefined =>
  nameIn([...SAME_NAMES, ...NEAR_NAMES], names, said) ?? nearest(said, names)

/** Our name for each one said; of two names for one argument neither is taken. */
function namesMeant(names: readonly string[], said: readonly string[], nouns: readonly string[]): string[] {
  const meant = said.map((each) => (names.includes(each) ? each : nameMeant(names, each, nouns)))
  return meant.map((each, at) =>
    meant.indexOf(each) === meant.lastIndexOf(each) ? each : (said[at] ?? each),
  )
}

/** With `clears`, null empties a field; otherwise null and an empty text mean that the field is omitted. */
function fieldsMeant(schema: JsonSchema, fields: Args, clears = false, nouns: readonly string[] = []): Args {
  const meantNames = namesMeant(Object.keys(schema.properties ?? {}), Object.keys(fields), nouns)
  const told = Object.values(fields).flatMap((given, at): [string, unknown][] => {
    const name = meantNames[at] ?? ''
    const field = schema.properties?.[name] ?? {}
    // A list of one where a text is expected.
    const isOne = Array.isArray(given) && given.length === 1 && field.type && !arrayIn(field)
    const value: unknown = isOne ? given[0] : given
    if (value === null && !clears && field.type && !typesOf(field).includes('null')) return []
    // For a linked record an empty text means none.
    if (value === '' && !clears && !schema.required?.includes(name) && !/Ids?$/.test(name)) return []
    const isAddress =
      /^(?:url|linkedinUrl)$/.test(name) && typeof value === 'string' && BARE_ADDRESS.test(value)
    if (isAddress) return [[name, `https://${value}`]]
    const read = meant(field, value, name === 'fields' || undefined)
    return [
      [name, name === 'limit' && Number(read) > 1 ? Math.min(Number(read), field.maximum ?? Infinity) : read],
    ]
  })
  return Object.fromEntries(told)
}

/** `get_job` is about jobs, `compare_offers` about offers. */
export function leniently(tool: Tool): Tool {
  const schema = once(() => jsonSchemaOf(tool.input(), 'input'))
  const [, ...words] = tool.name.split('_')
  const nouns = words.map((word) => word.replace(/s$/, ''))
  return { ...tool, read: (args) => fieldsMeant(schema(), recordOf(args), tool.nullClears, nouns) }
}
