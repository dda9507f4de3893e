// Names of months and weekdays in many languages, from the JavaScript runtime.
import { folded } from '../kernel/folded.ts'
import { once } from '../kernel/once.ts'

/** If two languages give a name different meanings, the earlier language counts. */
const LOCALES = 'en de fr es it pt nl sv da nb pl ru cs fi hu tr uk ro'.split(' ')
/** In the first 9 languages, the first letters of a name are enough. */
const SHORTENED_LOCALES = 9

const SUNDAY = Date.UTC(2026, 0, 4)

type Names = ReadonlyMap<string, number>

const plain = (name: string): string => folded(name).replace(/\.$/, '')

/** Common spellings that the runtime does not list. */
const EXTRA_SPELLINGS: Readonly<Record<'month' | 'weekday', Record<string, number>>> = {
  month: { mrz: 3, maerz: 3, setiembre: 9, agst: 8, sept: 9, febr: 2, janner: 1 },
  weekday: { tues: 2, weds: 3, thur: 4, thurs: 4, sonnabend: 6, srode: 3, sobote: 6, niedziele: 0 },
}

function namesIn(locale: string, kind: 'month' | 'weekday', length: 'long' | 'short'): string[] {
  // With a day, because some languages change the month's name in dates.
  const shape = kind === 'month' ? ({ day: 'numeric', month: length } as const) : { weekday: length }
  const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' })
  return Array.from({ length: kind === 'month' ? 12 : 7 }, (_, at) => {
    const date = kind === 'month' ? Date.UTC(2026, at, 15) : SUNDAY + at * 86_400_000
    return plain(format.formatToParts(date).find(({ type }) => type === kind)?.value ?? '')
  })
}

function collect(locales: readonly string[], kind: 'month' | 'weekday'): Names {
  const first = kind === 'month' ? 1 : 0
  const names = new Map<string, number>(Object.entries(EXTRA_SPELLINGS[kind]))
  for (const locale of locales) {
    const own = new Map<string, number | null>()
    const put = (name: string, at: number) => own.set(name, own.has(name) && own.get(name) !== at ? null : at)
    const [long, short] = [namesIn(locale, kind, 'long'), namesIn(locale, kind, 'short')]
    long.forEach((name, at) => {
      const shortest = LOCALES.indexOf(locale) < SHORTENED_LOCALES ? 3 : name.length
      for (let end = shortest; end <= name.length; end += 1) put(name.slice(0, end), at + first)
    })
    // Only German abbreviates weekdays to two letters; elsewhere two letters form other words.
    const least = locale === 'de' ? 2 : 3
    short.forEach((name, at) => /^\p{L}+$/u.test(name) && name.length >= least && put(name, at + first))
    for (const [name, at] of own) if (at !== null && !names.has(name)) names.set(name, at)
  }
  return names
}

const byKind = (make: (kind: 'month' | 'weekday') => Names) => ({
  month: once(() => make('month')),
  weekday: once(() => make('weekday')),
})
const english = byKind((kind) => collect(['en'], kind))
const all = byKind((kind) => collect(LOCALES, kind))

export const englishNames = (kind: 'month' | 'weekday'): string[] => namesIn('en', kind, 'long')

/** Languages whose short names are not also ordinary words. */
const SAFE_SHORT = { month: ['en', 'de', 'es', 'fr'], weekday: ['en'] }

/** Names that are clear in a letter: the full names of all languages, and a few short ones. */
function letterNames(kind: 'month' | 'weekday'): Names {
  const first = kind === 'month' ? 1 : 0
  const names = new Map<string, number>(Object.entries(EXTRA_SPELLINGS[kind]))
  for (const locale of LOCALES)
    for (const length of SAFE_SHORT[kind].includes(locale)
      ? (['long', 'short'] as const)
      : (['long'] as const))
      namesIn(locale, kind, length).forEach((name, at) => {
        if (name.length > 2 && !names.has(name)) names.set(name, at + first)
      })
  return names
}
const written = byKind(letterNames)

/** The month (1–12) or weekday (0 is Sunday) of a word in a letter: `may`, but not `out` or `mit`. */
export const nameWritten = (kind: 'month' | 'weekday', word: string): number | null =>
  written[kind]().get(word) ?? null

const shortMonths = once(() => {
  const whole = new Set(LOCALES.flatMap((locale) => namesIn(locale, 'month', 'long')))
  return new Set(
    ['en', 'de'].flatMap((locale) => namesIn(locale, 'month', 'short')).filter((name) => !whole.has(name)),
  )
})

export const isShortMonth = (word: string): boolean => shortMonths().has(word)

/** 1–12; null if the word is no month. Loads the other languages only if English has no such name. */
export const monthNamed = (word: string): number | null =>
  word.length < 3 ? null : (english.month().get(word) ?? all.month().get(word) ?? null)

/** 0 is Sunday; null for a word that is no weekday. */
export const weekdayNamed = (word: string): number | null =>
  word.length < 2 ? null : (english.weekday().get(word) ?? all.weekday().get(word) ?? null)
