// Reads models' arguments where their meaning is certain: "applied" for a list of one, "5" for 5, `job_id` for `id`.
import argumentNames from '../../sql/data/reading/arguments.json' with { type: 'json' }
import { typeNamed } from '../../core/calendar/event-words.ts'
import { JOB, STATUS_GROUPS } from '../../core/jobs/fields.ts'
import { readStatus } from '../../core/jobs/import/status-aliases.ts'
import { arrayIn, convert, jsonSchemaOf, typesOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import { isKeyOf, isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { folded } from '../../core/kernel/folded.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { once } from '../../core/kernel/once.ts'
import { OPEN_OFFER_STATUSES } from '../../core/offers/fields.ts'
import { readMoney } from '../../core/reading/money.ts'
import { withDigits } from '../../core/reading/numbers.ts'
import { readZoneName, zoneName, zoneOfPlace } from '../../core/reading/zones.ts'
import { choiceOf } from '../../core/sheets/fields.ts'
import type { Tool } from './tool.ts'

type Args = Record<string, unknown>

/** The names of lists that are not a kind with an “s”. */
const KINDS: Readonly<Record<string, string>> = {
  calendar: 'event',
  activities: 'activity',
  people: 'contact',
  inbox: 'proposal',
  mail: 'proposal',
}

const choicesOf = (schema: JsonSchema): string[] =>
  [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(choicesOf)].filter(
    (each): each is string => typeof each === 'string',
  )

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** “HIGH”, “high priority”, “Interviews”; for a status also “Phone screen”, for a kind “phone call”, “LinkedIn message”. */
function choiceFor(choices: readonly string[], value: string, { name = '' }: Reading): string | undefined {
  const [, order, end] = /^\s*(.*\w)[\s:,]+(asc|desc)(?:ending)?\s*$/i.exec(value) ?? []
  if (order && name === 'sort')
    return choiceFor(choices, `${end?.toLowerCase() === 'desc' ? '-' : ''}${order}`, {})
  // Without a direction the highest priority comes first.
  if (name === 'sort' && plain(value) === 'priority' && !/^-/.test(value)) return '-priority'
  // An order is written with a sign: `updatedAt` and `-updatedAt` are alike without it.
  const wordIn = (text: string): string => `${/^-/.exec(text) ?? ''}${plain(text)}`
  const words = [wordIn(value), wordIn(value).replace(plain(name), '')]
  const same = choices.find((each) => words.includes(wordIn(each)) || words.includes(`${wordIn(each)}s`))
  if (same) return same
  if (choices.includes('applied')) return statusFor(choices, value)
  if (name === 'priority') return choiceOf(JOB.fields.priority, value)
  if (name === 'noun') return choices.find((each) => each === KINDS[plain(value)])
  if (choices.includes('hour')) return periodFor(value)
  if (!choices.includes('call')) return undefined
  const last = value.toLowerCase().split(/\s+/).at(-1)
  return [typeNamed(value), last].find((type) => type && choices.includes(type))
}

/** Maps another tracker's word to a status, as an import does. “open” and “no response” stay uncertain. */
function statusFor(choices: readonly string[], value: string): string | undefined {
  const read = readStatus(value)
  const isSure = read?.exact && choices.includes(read.status) && !isKeyOf(STATUS_GROUPS, plain(value))
  // In a filter “in progress” may mean several statuses.
  const isOne = !choices.includes('active') || plain(value).includes(read?.status.slice(0, 5) ?? '')
  return isSure && isOne ? read.status : undefined
}

/** “annual”, “per month”, of an amount that anybody earns. A word for two weeks is none of the choices. */
function periodFor(value: string): string | undefined {
  const read = readMoney(`100000 USD ${value}`) ?? readMoney(`50 USD ${value}`)
  return (read?.isConverted ? null : read?.period) ?? undefined
}

interface Reading {
  /** The name of the argument. */
  name?: string
  /** The currency of the call's base pay. */
  currency?: unknown
  /** Whether null empties a field; otherwise null and an empty text mean that the field is omitted. */
  clears?: boolean | undefined
  nouns?: readonly string[]
}

/** A number with a sign or a word beside it, such as “k” or “EUR”, but not a unit of time. */
const ONE_NUMBER = /^[A-Z]{0,3}\p{Sc}?\s*\d[\d.,' ]*\s*(?!(?:hour|day|week|month|year)s?$)[\p{L}\p{Sc}]*$/u

/** “85k”, “$62,000”, “ten”, “4 years” for `years`. A share, or a sum in another currency than the base's, stays uncertain. */
function numberFor(value: string, { name = '', currency }: Reading): number | undefined {
  const [unit] = /percent|schedule|hour|day|month|year|minute/i.exec(name) ?? []
  const ends = unit && (/percent|schedule/i.test(unit) ? '%|percent' : `${unit}s?`)
  const words = withDigits(value.trim())
  const text = ends ? words.replace(new RegExp(String.raw`\s*(?:${ends})$`, 'i'), '') : words
  // Only a sum has thousands: 4.125 percent are no 4,125.
  if (ends && /^\d+\.\d+$/.test(text)) return Number(text)
  if (!ONE_NUMBER.test(text)) return undefined
  const read = readMoney(text)
  return isOurs(read?.currency, currency) ? read?.amount : undefined
}

/** Whether a sum is in the base's currency, by its sign or because it names none. */
const isOurs = (read: string | null | undefined, base: unknown): boolean =>
  read === null || read === (base ?? 'USD')

/** “Pacific Time”, “PST”, “Berlin”, “UTC+2” */
function zoneFor(value: string): string | undefined {
  const zone = readZoneName(value, () => undefined)
  return (zone ? zoneName(zone) : zoneOfPlace(folded(value))) ?? undefined
}

/** An amount where an object with one is expected: “€62k a year”, or “15%” if it can be a percentage. A benefit is named. */
function amountFor({ properties = {} }: JsonSchema, value: string | number, base: unknown): Args | undefined {
  const percent = /^\s*([\d.]+)\s*%\s*$/.exec(String(value))?.[1]
  if (percent && properties['percent']) return { percent: Number(percent) }
  if (properties['name']) return { name: String(value) }
  const read =
    typeof value === 'number' ? { amount: value, currency: null, period: null } : readMoney(withDigits(value))
  const field = ['amount', 'value'].find((name) => properties[name])
  if (!read || !field) return undefined
  const { amount, currency, period } = read
  if (!properties['currency'] && !isOurs(currency, base)) return undefined
  return {
    [field]: amount,
    ...(currency && properties['currency'] && { currency }),
    ...(period && properties['period'] && { period }),
  }
}

/** The same where the object's amount is a text: “$205,000” with its currency. Two currencies stay uncertain. */
function partsFor(schema: JsonSchema, value: Args, base: unknown): Args {
  const { amount } = value
  const read = typeof amount === 'string' ? amountFor(schema, amount, base) : undefined
  const isOne = read?.['currency'] === undefined || [undefined, read['currency']].includes(value['currency'])
  return read && isOne ? { ...read, ...value, amount: read['amount'] } : value
}

const BARE_ADDRESS = /^(?!\w+:)[\w-]+(?:\.[\w-]+)+(?=[/?#]|$)/

/** The most characters and fields that are read for a meaning: reading more takes the square of their number. */
const MAX_CHARACTERS = 1_000
const MAX_FIELDS = 100

function meant(schema: JsonSchema, value: unknown, where: Reading): unknown {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) return value
  const list = arrayIn(schema)
  if (list && value !== null && value !== undefined) {
    const items = list.items ?? {}
    const parts = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? listed(items, value, where)
        : [value]
    const choices = choicesOf(items)
    if (choices.length && /^(?:all|any)$/i.test(parts.join())) return choices
    if (choices.includes('countered') && /^(?:open|active)$/i.test(parts.join())) return OPEN_OFFER_STATUSES
    return parts.map((part) => meant(items, part, where))
  }
  const choices = choicesOf(schema)
  if (typeof value === 'string' && choices.length) return choiceFor(choices, value, where) ?? value
  const types = typesOf(schema)
  const isAmount = typeof value === 'number' || typeof value === 'string'
  const parts = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties)
  if (isAmount && parts) return amountFor(parts, value, where.currency) ?? value
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) return String(value)
  if (isRecord(value) && parts)
    return fieldsMeant(parts, partsFor(parts, value, where.currency), { currency: where.currency })
  if (types.includes('boolean')) return YES_OR_NO[String(value).trim().toLowerCase()] ?? value
  if (typeof value !== 'string') return value
  if (where.name === 'timeZone') return zoneFor(value) ?? value
  const isNumber = types.includes('number') || types.includes('integer')
  if (isNumber && !types.includes('string')) return numberFor(value, where) ?? convert(schema, value)
  return convert(schema, value)
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, 1: true },
  ...{ false: false, no: false, 0: false },
}

/** Splits a list written as one text if its items are words of ours; otherwise the text is the only item. */
const listed = (items: JsonSchema, text: string, { name }: Reading): string[] =>
  name === 'fields' || choicesOf(items).length ? text.split(',').map((part) => part.trim()) : [text]

/** Each row: our name of an argument, then its names in other programs' tools. */
const SAME_NAMES: readonly (readonly string[])[] = argumentNames.same
/** As above, but not surely the same: the error suggests our name. */
const NEAR_NAMES: typeof SAME_NAMES = argumentNames.near

const nameIn = (table: typeof SAME_NAMES, names: readonly string[], said: string): string | undefined =>
  table.find(
    ([own = '', ...others]) => names.includes(own) && others.some((one) => plain(one) === plain(said)),
  )?.[0]

/** What turns a field's name into ours: `job` into `jobId`, `start` into `startsAt`, `tags` into `tag`. */
const NAME_ENDINGS = ['', 's', 'Id', 'Ids', 'At', 'sAt']

/** The only argument that an unknown name can mean: `job`, `job_id`, `tags`. In a tool about jobs, `job_id` means `id`. */
function nameMeant(names: readonly string[], said: string, nouns: readonly string[]): string {
  const isSaid = (own: string, name: string): boolean =>
    NAME_ENDINGS.some((end) =>
      [name + end, name.replace(/s$/, '') + end].some(
        (each) => plain(own) === plain(each) || plain(own + end) === plain(name),
      ),
    )
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

/** What people call a job by, and any record. Where no argument has such a name, it says which record is meant. */
const JOB_NAMES = ['company', 'role']
const RECORD_NAMES = [...JOB_NAMES, 'name', 'email', 'query', 'reference', 'record', 'proposal']

/** The fields, with a company and role in place of the id: `{company: "Acme", role: "Cook"}` is `{id: "Acme Cook"}`. */
function withRecord(names: readonly string[], fields: Args, nouns: readonly string[]): Args {
  const isName = ([said, value]: [string, unknown]): boolean => {
    const meant = nameMeant(names, said, nouns)
    const isFree = !names.includes(meant) || (meant !== said && fields[meant] !== undefined)
    return RECORD_NAMES.includes(said) && typeof value === 'string' && isFree
  }
  const named = Object.entries(fields).filter(isName)
  const ofJob = named.some(([said]) => JOB_NAMES.includes(said)) ? ['jobId', 'job'] : []
  const target = [...ofJob, 'id', 'ids', 'query'].find((name) => names.includes(name))
  if (target === undefined || !named.length) return fields
  const others = Object.fromEntries(Object.entries(fields).filter((field) => !isName(field)))
  if (namesMeant(names, Object.keys(others), nouns).includes(target)) return fields
  return { ...others, [target]: named.map(([, value]) => value).join(' ') }
}

const DAY_NAMES = ['date', 'day', 'on', 'when']

/** Reads one day as a period: `{date: "tomorrow"}` becomes `{from: "tomorrow", to: "tomorrow"}`. */
function withDay(names: readonly string[], fields: Args): Args {
  const said = DAY_NAMES.find((name) => typeof fields[name] === 'string' && !names.includes(name))
  const isPeriod = ['from', 'to'].every((name) => names.includes(name) && !(name in fields))
  if (said === undefined || !isPeriod) return fields
  const { [said]: day, ...others } = fields
  return { ...others, from: day, to: day }
}

function fieldsMeant(schema: JsonSchema, given: Args, reading: Reading): Args {
  if (Object.keys(given).length > MAX_FIELDS) return given
  const { currency, clears = false, nouns = [] } = reading
  const { properties = {}, required } = schema
  const fields = withDay(Object.keys(properties), withRecord(Object.keys(properties), given, nouns))
  const meantNames = namesMeant(Object.keys(properties), Object.keys(fields), nouns)
  const told = Object.values(fields).flatMap((said, at): [string, unknown][] => {
    const own = meantNames[at] ?? ''
    const isSeveral = Array.isArray(said) && said.length > 1 && properties[`${own}s`]
    const name = isSeveral ? `${own}s` : own
    const field = properties[name] ?? {}
    // A list of one where a text is expected.
    const isOne = Array.isArray(said) && said.length === 1 && field.type && !arrayIn(field)
    const value: unknown = isOne ? said[0] : name === 'tag' && Array.isArray(said) ? said.join() : said
    if (value === null && !clears && field.type && !typesOf(field).includes('null')) return []
    // For a linked record an empty text means none.
    if (value === '' && !clears && !required?.includes(name) && !/Ids?$/.test(name)) return []
    const isAddress =
      /^(?:url|linkedinUrl)$/.test(name) && typeof value === 'string' && BARE_ADDRESS.test(value)
    if (isAddress) return [[name, `https://${value}`]]
    const isAll = /^(?:all|any)$/i.test(String(value))
    if (name === 'limit' && isAll) return [[name, field.maximum]]
    const read = meant(field, value, { name, currency })
    return [
      [name, name === 'limit' && Number(read) > 1 ? Math.min(Number(read), field.maximum ?? Infinity) : read],
    ]
  })
  return Object.fromEntries(told)
}

/** Every tool about the search takes it. Only those that list it need it. */
const ZONE: JsonSchema = { type: 'string' }

/** `get_job` is about jobs, `compare_offers` about offers. */
export function leniently(tool: Tool): Tool {
  const schema = once((): JsonSchema => {
    const own = jsonSchemaOf(tool.input(), 'input')
    return { ...own, properties: { timeZone: ZONE, ...own.properties } }
  })
  const [, ...words] = tool.name.split('_')
  const kinds = words.map((word) => word.replace(/s$/, ''))
  // An offer goes by its job's name.
  const nouns = kinds.includes('offer') ? [...kinds, 'job'] : kinds
  const read = (args: Args): Args => {
    const base = meant(schema().properties?.['base'] ?? {}, args['base'], {})
    const { currency } = recordOf(base)
    return fieldsMeant(schema(), args, { clears: tool.nullClears, nouns, currency })
  }
  return { ...tool, read: (args) => read(recordOf(args)) }
}
