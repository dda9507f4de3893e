// Time zones as people and programs name them: abbreviations, offsets, IANA and Windows names, names in other languages.
import data from '../../sql/data/reading/zones.json' with { type: 'json' }
import { folded } from '../kernel/folded.ts'
import { recordBy } from '../kernel/narrow.ts'
import { once } from '../kernel/once.ts'
import {
  asIfUtc,
  instantAtOffset,
  instantOf,
  timeZoneNamed,
  wallTime,
  type WallTime,
} from '../kernel/clock.ts'
import type { Token } from './tokens.ts'

/** A named zone, or a fixed offset from UTC in minutes. */
export type Zone = { readonly name: string } | { readonly offset: number }

/** The instant of a local time in a zone, in ms. */
export const instantIn = (wall: WallTime, zone: Zone): number =>
  'name' in zone ? instantOf(wall, zone.name) : instantAtOffset(wall, zone.offset)

/** The name under which a zone is stored. Offsets of whole hours have one; others give null. */
export function zoneName(zone: Zone): string | null {
  if ('name' in zone) return zone.name
  if (zone.offset % 60) return null
  const hours = zone.offset / 60
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

const listed = (list: string): string[] => list.split('; ')
const byName = (table: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(table).flatMap(([zone, names]) => listed(names).map((name) => [name, zone])))
/** Zones by their usual abbreviations. EST means New York's time, in summer too. */
const zoneOfWord = byName(data.words)
const zoneOfPlaceNamed = once(() => byName(data.places))

const OFFSET = /^(?:(?:utc|gmt|z) ?)?([+-−]) ?(\d{1,2})(?:[:.]?(\d{2}))?(?!\d)/i

/** An offset such as `+02:00`, `GMT+2` or `UTC-0530`, in minutes; null for other text, or if no zone has this offset. */
export function offsetOf(text: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? []
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

export function zoneAt(text: string, tokens: readonly Token[], at: number) {
  const start = tokens[at]
  if (!start) return null
  const rest = text.slice(start.from, start.from + 60)
  const after = (length: number) => {
    const next = tokens.findIndex(({ from }) => from >= start.from + length)
    return next < 0 ? tokens.length : next
  }
  const [offsetText] = OFFSET.exec(rest) ?? []
  const offset = offsetOf(rest)
  // A sign and a number are an offset only if complete (`+02:00`, `-0500`), or beside seconds: `14:05:09-08`.
  const isBesideSeconds = /:\d\d:\d\d(?:[.,]\d+)?$/.test(text.slice(Math.max(0, start.from - 20), start.from))
  const form = isBesideSeconds ? /[a-z]|\d{2}$/i : /[a-z]|\d{2}:?\d{2}$/i
  if (offsetText !== undefined && offset !== null && form.test(offsetText))
    return { zone: { offset }, next: after(offsetText.length) }
  const [path] = /^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2}/.exec(rest) ?? []
  const named = path === undefined ? undefined : timeZoneNamed(path)
  if (path !== undefined && named !== undefined) return { zone: { name: named }, next: after(path.length) }
  for (let next = Math.min(at + 3, tokens.length); next > at; next -= 1) {
    const words = tokens.slice(at, next).map(({ word }) => word)
    const isTime = tokens[next]?.word === 'time'
    const name =
      zoneOfWord.get(words.join(' ')) ?? (isTime ? zoneOfPlaceNamed().get(words.join(' ')) : undefined)
    if (name !== undefined) return { zone: plainZone(name), next: isTime ? next + 1 : next }
  }
  return null
}

const plainZone = (name: string): Zone =>
  name === 'UTC' ? { offset: 0 } : { name: name === 'CET' ? 'Europe/Paris' : name }

const REGIONS = 'Europe America Asia Africa Australia Pacific Atlantic Indian America/Argentina'.split(' ')

function zoneOfCity(city: string): string | undefined {
  const name = city.trim().replace(/[ -]/g, '_')
  if (!/^[A-Z][\w.]+$/i.test(name)) return undefined
  for (const region of REGIONS) {
    const zone = timeZoneNamed(`${region}/${name}`)
    if (zone !== undefined) return zone
  }
  return undefined
}

/** What to say about an abbreviation that several zones share; null for others. */
export const sharedName = (name: string): string | null =>
  SHARED_NAMES.find((said) => said.startsWith(`${name.trim().toUpperCase()} `)) ?? null
const SHARED_NAMES = [
  'IST was read as the time of India; Ireland and Israel call theirs so too.',
  'CST was read as Central Time of the United States; China and Cuba call theirs so too.',
]

export const offsetAt = (zone: string, atMs: number): number =>
  Math.round((asIfUtc(wallTime(atMs, zone)) - atMs) / 60_000)

/** Reads `(UTC+01:00) Amsterdam, Berlin, Bern` as the zone of the first city that has this offset. */
function zoneOfList(text: string): string | undefined {
  const [, offsetText, list] = /^\(((?:UTC|GMT)[^)]*)\)\s*(.+)$/i.exec(text) ?? []
  if (list === undefined) return undefined
  const offset = offsetOf(offsetText ?? '') ?? 0
  const fits = (zone: string) => [0, 6].some((month) => offsetAt(zone, Date.UTC(2026, month, 15)) === offset)
  const word = zoneOfWord.get(folded(list.replace(/\s*\(.*$/, '')))
  return [word, ...list.split(/[,;/]/).map(zoneOfCity)].find((each) => each !== undefined && fits(each))
}

/** The languages in which crm knows the names of some zones (`data.translated`). */
const TONGUES = 'de fr es it pt nl sv da nb pl fi cs'.split(' ')

/** Zones by their long names as the runtime spells them: `Central European Time`, `Mitteleuropäische Zeit`. */
const englishNames = once(() => longNames(['en']))
const translatedNames = once(() => longNames(TONGUES))
function longNames(tongues: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const tongue of tongues)
    for (const timeZone of listed(data.translated))
      for (const timeZoneName of ['longGeneric', 'long'] as const) {
        const format = new Intl.DateTimeFormat(tongue, { timeZone, timeZoneName })
        for (const month of [0, 6]) {
          const parts = format.formatToParts(Date.UTC(2026, month, 15))
          const name = plainName(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
          if (!names.has(name)) names.set(name, timeZone)
        }
      }
  return names
}
const plainName = (name: string): string => folded(name).replace('’', "'")

/** The zone that a program names, with quotation marks, numbers, a path or cities around it. `windows` looks up Windows names. */
export function readZoneName(text: string, windows: (name: string) => string | undefined): Zone | null {
  const name = text
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .slice(0, 120)
  if (name === '') return null
  // In the zone database `EST` is a fixed offset, but people and programs mean New York's time.
  const word = zoneOfWord.get(folded(name.replace(/\s*\(US (?:&|and) Canada\)$/i, '')))
  if (word !== undefined) return plainZone(word)
  const old = /^US-|\/.* /i.test(name)
    ? timeZoneNamed(name.replace('US-', 'US/').replaceAll(' ', '_'))
    : undefined
  const path = /([A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_]+)?)$/.exec(name)?.[1]
  const behind =
    path === undefined ? undefined : (timeZoneNamed(path) ?? timeZoneNamed(path.replace(/^[^/]*\//, '')))
  const named = timeZoneNamed(name) ?? old ?? behind
  if (named !== undefined) return { name: named }
  const offset = new RegExp(`${OFFSET.source}$`, 'i').test(name) ? offsetOf(name) : null
  if (offset !== null) return { offset }
  const plain = plainName(name)
  const zone =
    windows(name.replace(/ \d$/, '')) ??
    zoneOfList(name) ??
    englishNames().get(plain) ??
    translatedNames().get(plain) ??
    zoneOfCity(name)
  return zone === undefined ? null : { name: zone }
}

/** The languages in which letters are read. */
export type Tongue = keyof typeof data.tongues

/** “Eastern” and “Central” are zones of America, but not before these words. */
const OTHER_REGION = '(?<=eastern|central) (?:europe|africa|america|asia|austral|indones|kazakh)'

/** “180 Adelaide Street” is in any town. */
const STREET =
  '(?! (?:street|avenue|ave|road|rd|lane|square|boulevard|blvd|terrace|st(?=\\.?(?:$|[,;\\n])))(?![a-z]))'

const patternsOf = (table: Readonly<Record<string, string>>, behind: string) =>
  Object.entries(table).map(([zone, list]) => ({
    zone,
    said: new RegExp(
      `(?:^|[^a-z0-9])(?:${listed(list).join('|').replaceAll('.', '\\.')})(?![a-z0-9]|${OTHER_REGION})${behind}`,
    ),
  }))
const tables = once(() =>
  recordBy(['words', 'places', 'states', 'towns'], (name) =>
    patternsOf(data[name], name === 'places' ? STREET : ''),
  ),
)
const findIn = (name: keyof ReturnType<typeof tables>, text: string): string | undefined =>
  tables()[name].find(({ said }) => said.test(text))?.zone

/** Abbreviations of zones that are also words, in English and in other languages. */
const COMMON_WORDS = { en: /\b(?:west|z)\b/g, others: /\b(?:et|est|ist|mt|pt|ct|west|z)\b/g }

export const zoneOfTongue = (tongue: Tongue): string | undefined => listed(data.tongues[tongue])[0]
export const saysUtc = (text: string): boolean => /\b(?:gmt|utc)\b/.test(text)

/** The zone of a long name such as `central european time`: the longest of up to five words. */
function longNameIn(text: string): string | undefined {
  for (const [phrase] of text.matchAll(/(?<![a-z])(?:[a-z]+ ){1,4}time(?![a-z])/g)) {
    const words = phrase.split(' ')
    for (let from = 0; from < words.length - 1; from += 1) {
      const zone = englishNames().get(words.slice(from).join(' '))
      if (zone !== undefined) return zone
    }
  }
  return undefined
}

/** The zone in a folded letter, such as `ET`, `MESZ` or a city. `CET` is the zone of the language's country. */
export function zoneWritten(text: string, tongue: Tongue): string | undefined {
  const plain = text.replace(tongue === 'en' ? COMMON_WORDS.en : COMMON_WORDS.others, ' ')
  const named = longNameIn(plain) ?? findIn('words', plain) ?? findIn('places', text)
  // London is not on GMT in summer, but many people write GMT for London time.
  if (named === 'UTC' && !/\butc\b/.test(text)) return 'Europe/London'
  return named === 'CET' ? zoneOfTongue(tongue === 'en' ? 'de' : tongue) : named
}

/** The zone of a folded place such as `denver, co` or `lyon, france`; undefined for an unknown place. */
export function zoneOfPlace(text: string): string | undefined {
  const state = /,\s*([a-z. ]+?)\s*(?:\(.*\))?$/.exec(text)?.[1]?.replace(/\.\s?/g, '')
  const byState = state === undefined ? undefined : findIn('states', state)
  // “Mass market” and “car wash” are no states.
  return (
    findIn('towns', text) ??
    byState ??
    findIn('places', text) ??
    findIn('states', text.replace(/^.{1,3}$|\b(?:mass|wash)\b/g, ''))
  )
}

const steady: Readonly<Record<string, string>> = data.steady
const SHARED_WORD = /^\s?[ap]?\.?m?\.?\s?\(?(?:aest|acst|mt|ct|cst|et|est|mountain time|central time)\b/
/** Whether a zone shares the word after a time with another, but has no summer time: “AEST” in Brisbane, “MT” in Phoenix. */
export const isSteadyTwin = (zone: string, named: string, after: string): boolean =>
  SHARED_WORD.test(after) && listed(steady[named] ?? '').includes(zone)

/** The usual zone of a writer with this offset at an instant, by language; undefined if none fits. */
export const zoneOfOffset = (offsetMinutes: number, atMs: number, tongue: Tongue): string | undefined =>
  listed(data.tongues[tongue]).find((zone) => offsetAt(zone, atMs) === offsetMinutes)

/** The offset in a text such as `utc+2` or `gmt-05:00`, in minutes; null for none. */
export function offsetWritten(text: string): number | null {
  const [offset] = /\b(?:utc|gmt)\s?[+-]\d{1,2}(?::?\d{2})?\b/.exec(text) ?? []
  return offset === undefined ? null : offsetOf(offset)
}

/** A zone after a time or a label, anywhere in the letter, such as `Time zone: ET`. */
export function zoneBesideTime(whole: string, tongue: Tongue): string | undefined {
  const found =
    /(?:\d\s?(?:[ap]\.?m\.?|uhr|h)?|time ?zone:?|zeitzone:?|times? (?:are )?in)\s{0,2}(?:[-,]\s)?\(?((?:[ecmp][sd]?t|eastern|central|mountain|pacific|bst|gmt|cest|cet|mesz|mez)\b[^.\n]{0,30})/.exec(
      whole,
    )
  return found ? zoneWritten(found[1] ?? '', tongue) : undefined
}
