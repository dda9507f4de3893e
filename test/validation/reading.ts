/** `npm run data:reading`: reads labelled inputs that no rule was written from, and writes docs/validation/reading.txt. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appointmentIn } from '../../core/inbox/meaning/appointment.ts'
import { sentencesOf } from '../../core/inbox/meaning/sentences.ts'
import { namedZone } from '../../core/calendar/reading/file-zones.ts'
import { twoDigits, wallTime } from '../../core/kernel/clock.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import { readMoment } from '../../core/reading/moments.ts'
import { readNumber } from '../../core/reading/numbers.ts'
import { readPay } from '../../core/reading/pay.ts'

const NOW = Date.UTC(2026, 10, 26, 17)
type Tongue = 'en' | 'de' | 'fr' | 'es'
const CLOCKS: Readonly<Record<Tongue, [string, number]>> = {
  ...{ en: ['America/New_York', -300], de: ['Europe/Berlin', 60] },
  ...{ fr: ['Europe/Paris', 60], es: ['Europe/Madrid', 60] },
}

function shownDate(iso: string, zone: string, isDay: boolean): string {
  const { year, month, day, hour, minute } = wallTime(Date.parse(iso), zone)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}${isDay ? '' : ` ${twoDigits(hour)}:${twoDigits(minute)}`}`
}

function typed(text: string): string {
  const { value } = readMoment(text, new Date(NOW), 'America/New_York', { order: 'month-first' })
  return value ? shownDate(value.at, 'America/New_York', value.isDay) : '-'
}

function letter(tongue: Tongue, text: string): string {
  const [zone, offsetMinutes] = CLOCKS[tongue]
  const found = appointmentIn(
    sentencesOf(text),
    { sentMs: NOW, offsetMinutes, tongue, place: null },
    false,
    [],
  )
  return found ? shownDate(found.startsAt, zone, false) : '-'
}

function pay(text: string): string {
  const { value } = readPay(text)
  return value
    ? [value.min, value.max, value.currency, value.period].map((each) => each ?? '?').join(' ')
    : '-'
}

function zone(text: string): string {
  const found = namedZone(text)
  if (!found) return '-'
  return 'name' in found ? found.name : `${found.offset < 0 ? '' : '+'}${found.offset}`
}

const readAs = (kind: string, rest: readonly string[]): string => {
  const text = rest.at(-1) ?? ''
  if (kind === 'typed') return typed(text)
  if (kind === 'letter') return letter(rest[0] as Tongue, text)
  if (kind === 'pay') return pay(text)
  if (kind === 'length') return String(readMinutes(text) ?? '-')
  return kind === 'number' ? String(readNumber(text) ?? '-') : zone(text)
}

const LABELLED = join(import.meta.dirname, 'reading-labelled.txt')

type Labelled = ReturnType<typeof labelled>[number]

const labelled = () =>
  readFileSync(LABELLED, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind = '', ...parts] = line.split(' | ')
      const [right = '', rest] = [parts.at(-1), parts.slice(0, -1)]
      return { kind, text: rest.at(-1) ?? '', right, read: readAs(kind, rest) }
    })

/** The success rates, and each input whose reading differs from its label. */
export function readingReport(): string {
  const all = labelled()
  const line = (name: string, some: readonly Labelled[]): string => {
    const right = some.filter((each) => each.read === each.right).length
    const refused = some.filter((each) => each.read === '-' && each.right !== '-').length
    return `${name.padEnd(10)}${`${right} of ${some.length} right`.padStart(18)}${`${refused} not read`.padStart(14)}${`${some.length - right - refused} read otherwise`.padStart(20)}`
  }
  const wrong = all.filter(({ read, right }) => read !== right)
  return [
    'inputs with which no rule was written, each labelled before it was read',
    '',
    line('all', all),
    ...[...new Set(all.map(({ kind }) => kind))].map((kind) =>
      line(
        kind,
        all.filter((each) => each.kind === kind),
      ),
    ),
    '',
    'not read, or read otherwise:',
    ...wrong.map((each) => `  ${each.kind}: “${each.text}” is ${each.right}, read as ${each.read}`),
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, '../../docs/validation/reading.txt')
  writeFileSync(file, readingReport())
  process.stdout.write(`${file}\n`)
}
