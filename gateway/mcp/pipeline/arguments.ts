// Resolves models' arguments: words become ids and ISO instants before a tool runs. Also defines the fields that many
// tools share.
import { asCrmError } from '../../../core/kernel/errors.ts'
import { msOf } from '../../../core/kernel/clock.ts'
import { MAX_CURSOR, zoneIn, invalidInput, lazySchema, parse } from '../../../core/kernel/schema.ts'
import { first, recordOf } from '../../../core/kernel/narrow.ts'
import { effectOf } from '../../../core/kernel/operation.ts'
import type { Z, Zod } from '../../../core/kernel/zod.ts'
import { readMoment, type Direction, type MomentOptions } from '../../../core/reading/moments.ts'
import { resolve, type Noun, type ResolveOptions } from '../../../core/references/resolve.ts'
import { scopesOf, type Tool, type ToolContext, type ToolOutput } from '../tool.ts'

/** The arguments that many tools have. */
const commonIn = (z: Zod) => ({
  /** The words are resolved by `DATES`, or by the tool. */
  date: (about = 'ISO or words.') => z.string().max(100).describe(about),
  zone: () => zoneIn(z).optional(),
  reference: (like: string) => z.string().max(200).describe(`Id or ${like}`),
  references: () => z.array(z.string().max(200)).max(100),
  key: () => ({ idempotencyKey: z.string().max(200).optional() }),
  confirmation: () => ({ confirmation: z.string().max(200).optional() }),
  version: () => ({ expectedUpdatedAt: z.string().max(40).optional() }),
})
export type Common = ReturnType<typeof commonIn>
export const pageIn = (z: Zod) => ({
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().max(MAX_CURSOR).optional(),
})

export type Args<Shape extends Z.ZodRawShape> = Z.output<Z.ZodObject<Shape>>

interface ToolDeclaration<Shape extends Z.ZodRawShape> extends Omit<Tool, 'effect' | 'input' | 'run'> {
  input(z: Zod, common: Common): Shape
  about?: Noun
  run(ctx: ToolContext, args: Omit<Args<Shape>, keyof typeof CALL_ARGUMENTS>): Promise<ToolOutput>
}

export function pipelineTool<Shape extends Z.ZodRawShape>(declared: ToolDeclaration<Shape>): Tool {
  const { input, about, run, ...words } = declared
  const effect = effectOf(first(scopesOf(words)))
  const schema = lazySchema((z) => z.strictObject(input(z, commonIn(z))))
  const zoned = lazySchema((z) => z.object({ timeZone: zoneIn(z).optional() }))
  return {
    ...words,
    effect,
    input: schema,
    async run(caller, args) {
      const { timeZone: _, ...others } = args
      const { timeZone } = parse(zoned(), args)
      const given = 'timeZone' in schema().shape ? args : others
      const input = parse(schema(), words.nullClears ? withCleared(given) : given)
      const own = about && { id: about, ids: about, mergeFrom: about }
      const notes = new Set<string>()
      const assumesZone = effect === 'write' && caller.assumesZone
      const ctx = inZone({ ...caller, assumesZone, note: (sentence) => notes.add(sentence) }, timeZone)
      const references = { ...REFERENCES, ...own }
      const resolved = await resolvedArgs(ctx, recordOf(input), references, words.nullClears)
      const output = await run(ctx, resolved as typeof input) // Texts stay unchanged.
      if (!notes.size) return output
      return { ...output, advice: [output.advice, ...notes].filter(Boolean).join('\n') }
    },
  }
}

const inServerZone = (timeZone: string): string =>
  `The person’s time zone is unknown, so times were read in the server’s, ${timeZone}. Pass timeZone if it is another.`

/** In the zone that the call names, dates are read and shown. */
const inZone = (ctx: ToolContext, timeZone: string | undefined): ToolContext =>
  timeZone === undefined ? ctx : { ...ctx, timeZone, assumesZone: false }

/** Arguments that the endpoint reads itself, to repeat or confirm the call. */
const CALL_ARGUMENTS = { idempotencyKey: true, confirmation: true } as const

function withCleared({ clear, ...args }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(clear)) return clear === undefined ? args : { ...args, clear }
  const both = clear.map(String).filter((field) => args[field] !== undefined && args[field] !== null)
  if (both.length)
    throw invalidInput(both.map((path) => ({ path, message: 'is given and in clear: pass one' })))
  return { ...args, ...Object.fromEntries(clear.map((field) => [String(field), null])) }
}

const REFERENCES: Readonly<Record<string, Noun>> = {
  ...{ job: 'job', jobId: 'job', jobIds: 'job' },
  ...{ contact: 'contact', contactId: 'contact', contactIds: 'contact' },
}

/** How the words of each date are resolved: ahead for plans, behind for what happened. */
const DATES: Readonly<Record<string, MomentOptions>> = {
  deadline: { direction: 'ahead', atEnd: true },
  lastContactedAt: { direction: 'behind' },
  at: { direction: 'behind' },
  since: { direction: 'behind', asPeriod: true, untimed: 'midnight' },
  updatedSince: { direction: 'behind', asPeriod: true, untimed: 'midnight' },
}

async function resolvedArgs(
  ctx: ToolContext,
  { idempotencyKey: _key, confirmation: _token, ...given }: Record<string, unknown>,
  references: Readonly<Record<string, Noun>>,
  clears = false,
): Promise<object> {
  const entries = Object.entries(given).map(async ([name, value]): Promise<[string, unknown]> => {
    const [date, noun] = [DATES[name], references[name]]
    if (date && typeof value === 'string') return [name, instantSaid(ctx, name, value, ctx.timeZone, date)]
    if (noun && Array.isArray(value)) return [name, await several(ctx, noun, value.map(String))]
    // An empty text for a linked record means no record.
    if (noun && value === '' && REFERENCES[name]) return [name, clears ? null : undefined]
    if (noun && typeof value === 'string') return [name, await find(ctx, noun, value)]
    return [name, value]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const SEARCH: Record<Noun, string> = {
  ...{ job: 'search_jobs', contact: 'search_contacts', event: 'list_events' },
  ...{ activity: 'list_activities', offer: 'list_offers' },
}

/** The id of the named record. Throws `…_not_found`, `ambiguous`. */
export async function find(ctx: ToolContext, noun: Noun, text: string, how: ResolveOptions = {}) {
  const { id } = await resolve((op, input) => ctx.ask(op, input), noun, text, {
    missing: `Find it with ${SEARCH[noun]}.`,
    ambiguous: 'Call again with the eight digits in brackets.',
    ...how,
  })
  return id
}

/** Splits a text with several names at commas, unless the whole text is one name: “Acme, Inc.”. */
async function several(ctx: ToolContext, noun: Noun, names: readonly string[]): Promise<string[]> {
  const found = names.map((each) =>
    find(ctx, noun, each).catch((error: unknown) => {
      const parts = each.split(',').filter((part) => part.trim())
      if (asCrmError(error).kind !== 'not_found' || parts.length < 2) throw error
      return Promise.all(parts.map((part) => find(ctx, noun, part)))
    }),
  )
  return [...new Set((await Promise.all(found)).flat())]
}

export function instantSaid(
  { now, timeZone: ours, assumesZone, note }: Pick<ToolContext, 'now'> & Partial<ToolContext>,
  path: string,
  text: string,
  timeZone: string,
  reading: MomentOptions,
): string {
  const refuse = (at: string, message: string): never => {
    throw invalidInput([{ path: at, message }])
  }
  try {
    const { value, doubts } = readMoment(text, new Date(now()), timeZone, reading)
    if (value && value.endsAt === null) {
      for (const doubt of doubts) note?.(`${path}: ${doubt}`)
      const isLocal = !value.zone && timeZone === ours && !/^[-+]\d/.test(text)
      if (assumesZone && isLocal) note?.(inServerZone(timeZone))
      return value.at
    }
    const why = value ? 'is a start and an end: pass each in its own field' : (doubts[0] ?? 'is not a date')
    return refuse(
      path,
      `${why}: pass ISO (2026-12-01T15:00:00+01:00) or words (“tomorrow 3pm”, “Dec 1”, “next week”, “-7d”)`,
    )
  } catch (error) {
    if (error instanceof RangeError) return refuse('timeZone', 'is not the name of an IANA time zone')
    throw error
  }
}

/** “to friday” means the first Friday after the start, even if that is later than the next Friday. */
export function periodSaid(
  ctx: ToolContext,
  { from, to, timeZone }: { from?: string | undefined; to?: string | undefined; timeZone: string },
  direction: Direction,
): { from?: string | undefined; to?: string | undefined } {
  const endIn = (at: Pick<ToolContext, 'now'>, way: Direction) =>
    to === undefined
      ? to
      : instantSaid(at, 'to', to, timeZone, { direction: way, atEnd: true, asPeriod: true })
  const start =
    from === undefined
      ? from
      : instantSaid(ctx, 'from', from, timeZone, { direction, asPeriod: true, untimed: 'midnight' })
  const end = endIn(ctx, direction)
  const isOver = Boolean(start && end && start > end && !/\d{4}-\d\d-\d\d/.test(to ?? ''))
  return { from: start, to: isOver ? endIn({ now: () => msOf(start ?? '') }, 'ahead') : end }
}
