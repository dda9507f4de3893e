// Files as people have them: each case names what is right, and nothing may be stored wrong or lost without a word.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet, formatOfName, type Format } from '../../cli/commands/read-sheet.ts'
import { importEvents, listEvents } from '../../core/calendar/operations.ts'
import { eventRows } from '../../core/calendar/import/rows.ts'
import { contactRows } from '../../core/contacts/import/to-contact.ts'
import { importContacts, listContacts } from '../../core/contacts/operations.ts'
import { jobRows } from '../../core/jobs/import/rows.ts'
import { importJobs } from '../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../core/jobs/queries.ts'
import { isCrmError } from '../../core/kernel/errors.ts'
import { as, aUser, call, openTestCore, unlimited, type TestCore } from '../harness.ts'

let core: () => TestCore
beforeAll(async () => {
  const made = await openTestCore({}, unlimited)
  core = () => made
})
afterAll(() => core().close())
const folder = join(import.meta.dirname, 'files')

type Right = Record<string, unknown>
interface Case {
  kind: string
  run: string
  input: string | string[]
  value?: string
  state?: string
  right: Record<string, Right | Right[]>
}
type Found = Record<string, unknown>
interface Outcome {
  records: Found[]
  rows: Found[]
  /** Everything that was said. */
  said: string
  /** Titles that were there before the last file. */
  was: string[]
  refused: string | null
}

const NOUNS = {
  'import-jobs': { rows: jobRows, formats: ['csv', 'json', 'xlsx'] },
  'import-stdin': { rows: jobRows, formats: ['csv', 'json', 'xlsx'] },
  'import-map': { rows: jobRows, formats: ['csv', 'json', 'xlsx'] },
  'import-contacts': { rows: contactRows, formats: ['csv', 'json', 'vcf', 'xlsx'] },
  'import-events': { rows: eventRows, formats: ['ics', 'csv', 'json', 'xlsx'] },
} as const

/** Imports the files of a case as the terminal does, and reads everything back. */
async function outcomeOf(at: string, asked: Case): Promise<Outcome> {
  const ctx = as(core(), await aUser(core()))
  const noun = NOUNS[asked.run as keyof typeof NOUNS]
  const kind = asked.run.replace(/^import-/, '')
  const records = async (): Promise<Found[]> => {
    if (kind === 'contacts') return (await call(listContacts, ctx, { limit: 100 })).contacts
    if (kind === 'events') return (await call(listEvents, ctx, { from: '1990-01-01', limit: 100 })).events
    const { jobs } = await call(listJobs, ctx, { limit: 100 })
    return Promise.all(jobs.map(({ id }) => call(getJob, ctx, { id })))
  }
  const all: Outcome = { records: [], rows: [], said: '', was: [], refused: null }
  for (const file of [asked.input].flat()) {
    all.was = (await records()).map((each) => String(each['title']))
    try {
      const format = (formatOfName(file) ?? 'csv') as Format
      const sheet = await readSheet(join(at, file), format, {
        formats: noun.formats,
        table: noun.rows.table,
        stdin: () => process.stdin,
      })
      const words = asked.run === 'import-map' ? { [asked.value!]: asked.state! } : undefined
      const rows = sheet.rows.map(({ line, cells, problem }) => {
        const values: Record<string, unknown> = {}
        for (const [column, value] of cells) {
          let name = column
          while (name in values) name += ' '
          values[name] = value
        }
        return { line, values, ...(problem !== null && { problem }) }
      })
      const input = { rows, words, timeZone: kind === 'events' ? 'Pacific/Apia' : 'Europe/Berlin' }
      const report =
        kind === 'contacts'
          ? await call(importContacts, ctx, input)
          : kind === 'events'
            ? await call(importEvents, ctx, input)
            : await call(importJobs, ctx, input)
      all.rows = report.rows
      all.said += JSON.stringify([report, sheet.notes])
    } catch (error) {
      if (!isCrmError(error)) throw error
      all.refused = error.message
      all.said += error.message
    }
  }
  return { ...all, records: await records() }
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const plainDigits = (text: string) => text.replace(/[^\d+]/g, '')

function named(key: string, list: readonly Found[]): Found[] {
  const [, field, rest] = /^(role|company|any|re):(.*)$/s.exec(key) ?? []
  const fields = field === 'role' || field === 'company' ? [field] : ['company', 'name', 'title']
  const fits = (text: string) =>
    field === 're' || field === 'any' ? new RegExp(rest!).test(text) : text === (rest ?? key)
  if (rest === undefined) {
    // The company of a job, else the name of a contact or the title of an event.
    const exact = list.filter(
      (one) => (one['role'] === undefined ? (one['name'] ?? one['title']) : one['company']) === key,
    )
    return exact
  }
  return list.filter((one) => fields.some((name) => fits(textOf(one[name]))))
}

/** Why what was found is not this answer, or null. */
function wrong(key: string, right: Right, all: Outcome): string | null {
  const found = named(key.replace(/^failed:/, ''), all.records)
  const one = found[0]
  for (const [name, wanted] of Object.entries(right)) {
    const problem = check(name, wanted)
    if (problem) return `${name}: ${problem}`
  }
  return null

  function check(name: string, wanted: unknown): string | null {
    const list = [wanted].flat()
    const whole = JSON.stringify(found)
    const heard = (pattern: string) => new RegExp(pattern, 'i').test(all.said)
    switch (name) {
      case 'text':
      case 'word':
      case 'zone':
      case 'choice':
        return null
      case 'absent':
        return found.length ? 'there' : null
      case 'was':
        return all.was.some((title) => new RegExp(key.replace(/^re:/, '')).test(title)) ? null : 'never there'
      case 'count':
        return found.length === wanted ? null : `${found.length}`
      case 'noRow':
        return all.rows.some((row) => JSON.stringify(row).includes(String(wanted))) ? 'a row' : null
      case 'failedRows':
        return all.rows.filter((row) => row['outcome'] === 'failed').length === wanted ? null : 'rows failed'
      case 'refused':
        return !found.length && heard(String(wanted)) ? null : 'not refused'
      case 'refusedFile':
        return all.refused && heard(String(wanted)) ? null : 'not refused'
      case 'missingSaid':
        return !found.length && heard(String(wanted)) ? null : 'not said'
      case 'said': {
        const pattern =
          wanted === 'word' || wanted === 'text' ? quoted(textOf(right[String(wanted)])) : String(wanted)
        return heard(pattern) ? null : `“${pattern}” is not said`
      }
      case 'saidRow':
        return heard(String(wanted)) ? null : 'not said'
      case 'keeps':
        return list.every((text) => whole.includes(JSON.stringify(text).slice(1, -1))) ? null : whole
      case 'without':
        return list.some((text) => whole.includes(`"${text}"`) || whole.includes(`: ${text}"`)) ? whole : null
      case 'roleNot':
        return list.includes(one?.['role']) ? 'role' : null
      case 'statuses':
        return JSON.stringify(found.map((each) => each['status']).sort()) === JSON.stringify([...list].sort())
          ? null
          : whole
      case 'starts':
        return JSON.stringify(found.map((each) => textOf(each['startsAt']).slice(0, 16)).sort()) ===
          JSON.stringify([...list].sort())
          ? null
          : whole
      case 'history':
        return list.every((text) => JSON.stringify(one?.['history'] ?? '').includes(String(text)))
          ? null
          : 'history'
      case 'pay':
        return payFits(wanted, one?.['compensation']) ? null : JSON.stringify(one?.['compensation'])
      default:
    }
    if (!one) return 'nothing was found'
    const value = one[name]
    if (name === 'tags') return JSON.stringify(value) === JSON.stringify(list) ? null : JSON.stringify(value)
    if (name === 'phone')
      return list.some((each) => plainDigits(textOf(value)) === plainDigits(textOf(each)))
        ? null
        : textOf(value)
    if (/At$/.test(name) && wanted !== null)
      return list.some((each) => dayOf(name, value).startsWith(textOf(each))) ? null : textOf(value)
    return list.some((each) => textOf(value) === textOf(each)) ? null : `is ${JSON.stringify(value)}`
  }
}

/** A day of an application is that of the person's zone; times are UTC. */
const dayOf = (name: string, value: unknown): string =>
  name === 'appliedAt' && value
    ? new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(textOf(value)))
    : textOf(value)

const quoted = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function payFits(wanted: unknown, pay: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => payFits(each, pay))
  if (wanted === null || pay === null || pay === undefined) return wanted === (pay ?? null)
  return Object.entries(wanted as Right).every(([name, value]) =>
    [value].flat().includes((pay as Right)[name] ?? null),
  )
}

/** Cases that the readers do not fulfil yet, with the items that are open. */
const OPEN: Record<string, readonly string[]> = {
  'tables/damaged-letters': ['any:GÃ¤rtnerei MÃ¶ller|Gärtnerei Möller'],
}

for (const area of readdirSync(folder))
  describe(area, () => {
    for (const name of readdirSync(join(folder, area))) {
      const at = join(folder, area, name)
      const asked = existsSync(join(at, 'expected.json'))
        ? (JSON.parse(readFileSync(join(at, 'expected.json'), 'utf8')) as Case)
        : null
      if (!asked || !(asked.run in NOUNS)) continue
      test(asked.kind, async () => {
        const all = await outcomeOf(at, asked)
        const faults = Object.entries(asked.right).flatMap(([key, right]) => {
          const answers = [right].flat().map((each) => wrong(key, each, all))
          return answers.includes(null) || OPEN[`${area}/${name}`]?.includes(key)
            ? []
            : [`${key}: ${answers.join(' | ').slice(0, 400)}`]
        })
        expect(faults).toEqual([])
      })
    }
  })
