// Dates as models pass them: ISO, or natural language.
import { msOf } from '../../../core/kernel/clock.ts'
import { zoneIn as zone } from '../../../core/kernel/fields.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import { readMoment, type Direction, type Reading } from '../../../core/reading/moments.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'

export const dateIn = (z: Zod, about: string) =>
  z
    .string()
    .max(100)
    .describe(about || 'ISO or words.')

export const zoneIn = (z: Zod) => zone(z).optional()

interface Said extends Omit<Reading, 'order'> {
  path: string
  text: string
  /** Which way to resolve words: ahead for plans, behind for past events. */
  direction: Direction
  timeZone?: string | undefined
}

/** `12/10` */
const EITHER_WAY = /(?<!\d)(?:0?[1-9]|1[0-2])[/.](?:0?[1-9]|1[0-2])(?![\d/.])/

/** “a day later” moves as “+1d” does. */
const later = (text: string): string =>
  text.replace(
    /^\s*(an?|one|\d+)\s+(hour|day|week|month)s?\s+later\s*$/i,
    (_, many: string, unit: string) => {
      const count = /\d/.test(many) ? many : '1'
      return `+${count}${unit.toLowerCase() === 'month' ? 'mo' : unit.charAt(0).toLowerCase()}`
    },
  )

export function instantSaid(
  ctx: Pick<ToolContext, 'now' | 'timeZone'>,
  { path, text, timeZone, ...reading }: Said,
): string {
  const refuse = (at: string, message: string): never => {
    throw invalidInput([{ path: at, message }])
  }
  try {
    const zone = timeZone ?? ctx.timeZone
    const { value, doubts } = readMoment(
      reading.day === undefined ? text : later(text),
      new Date(ctx.now()),
      zone,
      reading,
    )
    if (value && value.endsAt === null) return value.at
    const why = value
      ? 'is a start and an end: pass each in its own field'
      : EITHER_WAY.test(text)
        ? 'is a day and a month in either order'
        : (doubts[0] ?? 'is no date')
    return refuse(
      path,
      `${why}: pass ISO (2026-12-01T15:00:00+01:00) or words (“tomorrow 3pm”, “-7d”, “+1d”)`,
    )
  } catch (error) {
    if (error instanceof RangeError) return refuse('timeZone', 'is not the name of an IANA time zone')
    throw error
  }
}

export const maybeInstant = (ctx: ToolContext, said: Omit<Said, 'text'> & { text: string | undefined }) =>
  said.text === undefined ? undefined : instantSaid(ctx, { ...said, text: said.text })

interface Period {
  from?: string | undefined
  to?: string | undefined
  direction: Direction
  timeZone: string
}

export function periodSaid(ctx: ToolContext, { from, to, ...reading }: Period) {
  const start = maybeInstant(ctx, { ...reading, path: 'from', text: from, asPeriod: true })
  const ends = { ...reading, path: 'to', text: to, atEnd: true }
  const end = maybeInstant(ctx, ends)
  if (start === undefined || end === undefined || start <= end || to === undefined)
    return { from: start, to: end }
  const isDate = /\d{4}-\d\d-\d\d/.test(to)
  const after = { now: () => msOf(start), timeZone: ctx.timeZone }
  return { from: start, to: isDate ? end : instantSaid(after, { ...ends, text: to, direction: 'ahead' }) }
}
