// Finds time zones in a text, as offsets from UTC: abbreviations, offsets, and regions of the world.
import table from '../../sql/data/reading/zones.json' with { type: 'json' }
import { must } from '../kernel/narrow.ts'
import { offsetAt, zoneWritten } from './zones.ts'

export interface OffsetRange {
  from: number
  to: number
}

export type StatedZones = NonNullable<ReturnType<typeof zonesIn>>

const alternatives = Object.entries(table.regions).flatMap(([names, zones]) =>
  names.split('; ').map((name) => ({ name, zones })),
)
const REGIONS = new Map(alternatives.map(({ name, zones }) => [name, zones]))
const NAMES = [...REGIONS.keys(), ...table.short.split('; ')].sort((one, other) => other.length - one.length)
const OFFSET = String.raw`(?:utc|gmt)\s?[+−–-]\s?\d{1,2}(?::?[0-5]\d)?`
/** `central` and `eastern` count only before “time” or “hours”: Eastern Europe is no zone. */
const CLOCK_NAME = String.raw`(?:pacific|mountain|central european|central|eastern)(?=\s+(?:standard |daylight |summer )?(?:time|hours))`
const TOKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${OFFSET}|${CLOCK_NAME}|${NAMES.join('|')})(?![\p{L}\p{N}])`,
  'giu',
)
/** Abbreviations of zones that are also codes of states (`MT`) or words (`et`). */
const STATE_CODES = /^[cemp]t$/i
const RANGE = /^[\s)]*(?:time(?: ?zones?)?\s*)?(?:to|through|until|[–—-])\s*$/i
/** The second offset of `UTC-8 to -5`. */
const OTHER_END = /^\s*(?:to|through|and|until|[–—/-])\s*([+−–-]\s?\d{1,2})(?![\d%])/i

/** Whether the capitals of a token fit: “us” is not the US. */
const fitsCase = (token: string): boolean =>
  token.length > 4 || (token.length === 4 ? token !== token.toLowerCase() : token === token.toUpperCase())

function spanOf(token: string, at: number): OffsetRange {
  const [, sign, hours, minutes] = /([+−–-])\s?(\d{1,2})(?::?([0-5]\d))?$/.exec(token) ?? []
  if (hours !== undefined) {
    const ahead = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes ?? 0))
    return { from: ahead, to: ahead }
  }
  const name = token.toLowerCase()
  const zones = REGIONS.get(name) ?? [must(zoneWritten(name === 'central european' ? 'cet' : name, 'en'))]
  const offsets = zones.map((zone) => offsetAt(zone, at))
  return { from: Math.min(...offsets), to: Math.max(...offsets) }
}

const hull = (one: OffsetRange, other: OffsetRange): OffsetRange => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})

/** The zones in a text at an instant (ms), or null. In a place (`isPlace`), two letters such as MT are a state. */
export function zonesIn(text: string, at: number, isPlace = false) {
  const tokens = [...text.matchAll(TOKEN)].filter(
    ([token]) => fitsCase(token) && !(isPlace && STATE_CODES.test(token)),
  )
  const [spans, names]: [OffsetRange[], string[]] = [[], []]
  tokens.forEach((match, nth) => {
    const [token] = match
    const span = spanOf(token, at)
    const before = tokens[nth - 1]
    const between = before && text.slice(before.index + before[0].length, match.index)
    const isBetween =
      /^\s*and\s*$/i.test(between ?? '') && /\bbetween\s+$/i.test(text.slice(0, before?.index))
    const isRange = between !== undefined && (isBetween || RANGE.test(between))
    const end = OTHER_END.exec(text.slice(match.index + token.length))?.[1]
    const whole = end && /\d/.test(token) ? hull(span, spanOf(end, at)) : span
    const last = spans.pop()
    spans.push(...(last ? (isRange ? [hull(last, whole)] : [last, whole]) : [whole]))
    const name = end && whole !== span ? `${token} to ${end}` : token
    names.push(isRange ? `${names.pop() ?? ''} to ${name}` : name)
  })
  return spans.length ? { words: [...new Set(names)].join(' or '), spans } : null
}

/** The English name of a country code: Norway for `NO`; null for any other text. */
export const countryName = (code: string | null): string | null =>
  code && /^[A-Z]{2}$/i.test(code)
    ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase()) ?? null)
    : null

const countryCodes = (): Map<string, string> => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  return new Map(codes.map((code) => [countryName(code) ?? code, code]))
}

/** Returns a function that looks up the UTC offsets of a country or region by name; null for an unknown name. */
export function countryZones(at: number): (name: string) => StatedZones | null {
  const codes = countryCodes()
  const known = new Map<string, StatedZones | null>()
  const hoursOf = (name: string): StatedZones | null => {
    const region = zonesIn(name, at, true)
    const code = region ? undefined : codes.get(name.replace(/^the /, ''))
    const offsets = code ? zonesOf(new Intl.Locale(`und-${code}`)).map((zone) => offsetAt(zone, at)) : []
    if (!offsets.length) return region
    return { words: name, spans: [{ from: Math.min(...offsets), to: Math.max(...offsets) }] }
  }
  return (name) => {
    const hours = known.has(name) ? (known.get(name) ?? null) : hoursOf(name)
    known.set(name, hours)
    return hours
  }
}

/** The zones of a country. Older Node has a property for them, newer Node a function. */
const zonesOf = (country: Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] }): string[] =>
  country.getTimeZones?.() ?? country.timeZones ?? []
