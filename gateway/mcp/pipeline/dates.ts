// Dates as models pass them: ISO, or natural language.
import { invalidInput } from '../../../core/kernel/schema.ts'
import { readMoment, type Direction } from '../../../core/reading/moments.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'

export const dateIn = (z: Zod, about: string) =>
  z
    .string()
    .max(100)
    .describe(`${about && `${about} `}ISO or words: “fri 3pm”.`)

export const zoneIn = (z: Zod) => z.string().max(100).optional().describe('IANA name: Europe/Berlin.')

interface Said {
  path: string
  text: string
  /** Which way to resolve words: ahead for plans, behind for past events. */
  direction: Direction
  timeZone?: string | undefined
  /** The instant whose day a time alone belongs to. */
  day?: string | undefined
  /** Whether a day without a time ends with that day. */
  atEnd?: boolean
  /** Whether a week that has begun can be meant. */
  asPeriod?: boolean
}

/** The instant of a date argument, as ISO in UTC. */
export function instantSaid(ctx: ToolContext, { path, text, timeZone, ...reading }: Said): string {
  const refuse = (at: string, message: string): never => {
    throw invalidInput([{ path: at, message }])
  }
  try {
    const zone = timeZone ?? ctx.timeZone
    const { value, doubts } = readMoment(text, new Date(ctx.now()), zone, reading)
    if (value && value.endsAt === null) return value.at
    const why = value ? 'is a start and an end: pass each in its own field' : (doubts[0] ?? 'is no date')
    return refuse(path, `${why}: pass ISO (2026-12-01T15:00:00+01:00) or words (“tomorrow 3pm”, “-7d”)`)
  } catch (error) {
    if (error instanceof RangeError) return refuse('timeZone', 'is not the name of an IANA time zone')
    throw error
  }
}

/** `instantSaid` for an optional argument. */
export const maybeInstant = (ctx: ToolContext, said: Omit<Said, 'text'> & { text: string | undefined }) =>
  said.text === undefined ? undefined : instantSaid(ctx, { ...said, text: said.text })
