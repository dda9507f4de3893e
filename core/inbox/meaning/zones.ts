// Which time zone a letter means: named, by a place, by the sender's own offset.
import zones from '../../../sql/data/mail/zones.json' with { type: 'json' }
import { readOffsetMinutes, wallTime, asIfUtc } from '../../kernel/zone.ts'

type Tongue = keyof typeof zones.tongues

interface Entry {
  said: RegExp
  zone: string
}

const entries = (table: Record<string, string>): Entry[] =>
  Object.entries(table).map(([words, zone]) => ({
    said: new RegExp(`(?:^|[^a-z0-9])(?:${words})(?![a-z0-9])`),
    zone,
  }))

const TABLES = {
  words: entries(zones.words),
  places: entries(zones.places),
  regions: entries(zones.regions),
}

const findIn = (name: keyof typeof TABLES, folded: string): string | undefined =>
  TABLES[name].find(({ said }) => said.test(folded))?.zone

const NATION: Record<Tongue, string> = {
  de: 'Europe/Berlin',
  fr: 'Europe/Paris',
  es: 'Europe/Madrid',
  en: 'Europe/Berlin',
}

/** Zones that are common words in other languages: “et”, “est”, “ist”. */
const COMMON = /\b(?:et|est|ist|mt|pt|ct|west|z)\b/g

/** A zone named beside a time, such as `ET`, `MESZ` or a city; `CET` is that of the language's country. */
export function zoneNamed(folded: string, tongue: Tongue): string | undefined {
  const named =
    findIn('words', tongue === 'en' ? folded : folded.replace(COMMON, ' ')) ?? findIn('places', folded)
  return named === 'Europe/CET' ? NATION[tongue] : named
}

/** The zone of a place such as `Denver, CO` or `Lyon, France`; undefined when it names none. */
export function zoneOfPlace(folded: string): string | undefined {
  const region = /,\s*([a-z ]+?)\s*(?:\(.*\))?$/.exec(folded)?.[1]
  const byRegion = region === undefined ? undefined : findIn('regions', region)
  return byRegion ?? findIn('places', folded) ?? findIn('regions', folded.replace(/^.{1,3}$/, ''))
}

/** The usual zone of a sender's offset at an instant, for a language; undefined when none of its zones has it. */
export function zoneOfOffset(offsetMinutes: number, atMs: number, tongue: Tongue): string | undefined {
  return zones.tongues[tongue].find((zone) => offsetAt(zone, atMs) === offsetMinutes)
}

/** A zone's offset in minutes at an instant. */
export const offsetAt = (zone: string, atMs: number): number =>
  Math.round((asIfUtc(wallTime(atMs, zone)) - atMs) / 60_000)

/** `utc+2`, `gmt-05:00` as minutes; null when a text has none. */
export function namedOffset(folded: string): number | null {
  const [, sign, hours = '', minutes = '00'] =
    /\b(?:utc|gmt)\s?([+-])(\d{1,2})(?::?(\d{2}))?\b/.exec(folded) ?? []
  return sign === undefined ? null : readOffsetMinutes(`${sign}${hours.padStart(2, '0')}:${minutes}`)
}

const TONGUES: readonly [Tongue, RegExp][] = [
  ['de', /\b(?:und|der|die|das|ihre|wir|nicht|fur|mit|sie|uns|eine|ist|dich|guten)\b/g],
  ['es', /\b(?:el|los|las|una|para|por|con|gracias|tu|su|hola|nos|hemos|que|del)\b/g],
  ['fr', /\b(?:le|les|des|vous|nous|votre|pour|une|avec|est|bonjour|au|dans|merci)\b/g],
  ['en', /\b(?:the|and|you|your|for|with|we|our|to|of|is|at|hi|dear)\b/g],
]

export function tongueOf(folded: string): Tongue {
  const counts = TONGUES.map(([tongue, words]) => ({
    tongue,
    count: folded.slice(0, 4_000).match(words)?.length ?? 0,
  }))
  const unknown: (typeof counts)[number] = { tongue: 'en', count: 0 }
  return counts.reduce((best, each) => (each.count > best.count ? each : best), unknown).tongue
}

export type { Tongue }
