// One record as a tool result, and helpers shared by the tools that write.
import { shortId } from '../../../core/kernel/id.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'
import type { ToolOutput } from '../tool-context.ts'
import { fieldsFor, shown, type Noun } from './record-fields.ts'
import { fieldLines, lineOf } from './record-text.ts'

/** Makes a retry of a call that seemed lost return the first call's result. */
export const keyIn = (z: Zod) => ({
  idempotencyKey: z.string().max(200).optional(),
})

/** The argument of a tool whose changes need confirmation. */
export const confirmationIn = (z: Zod) => ({
  confirmation: z.string().max(200).optional(),
})

/** The version of the record that the agent knows. */
export const versionIn = (z: Zod) => ({ expectedUpdatedAt: z.string().max(40).optional() })

export const recordOut = (z: Zod, name: string) =>
  z.looseObject({ summary: z.string(), [name]: z.looseObject({ id: z.string() }) })

/** Says which records a new one looks like; empty without any. */
export const twinsText = <Twin extends { id: string }>(
  twins: readonly Twin[] | undefined,
  nameOf: (twin: Twin) => string,
): string => {
  if (!twins?.length) return ''
  // Empty for a caller who may not read them.
  const known = twins.filter((twin) => Object.hasOwn(twin, 'id'))
  return known.length
    ? ` It may be there already: ${known.map((twin) => `[${shortId(twin.id)}] ${nameOf(twin)}`).join('; ')}.`
    : ' It may be there already.'
}

interface RecordOptions {
  noun: Noun
  /** The name of the record's field in the result: `job`. */
  name: string
  /** Show all fields, not only those of a list's row. */
  whole?: boolean
  timeZone?: string | undefined
}

/** A result with a sentence and the record it is about. */
export function recordResult(
  ctx: ToolContext,
  sentence: string,
  record: object,
  options: RecordOptions,
): ToolOutput {
  const moment = { now: ctx.now(), timeZone: options.timeZone ?? ctx.timeZone }
  const row = shown(record, options.whole ? undefined : fieldsFor(options.noun, {}))
  const words = options.whole ? fieldLines(row) : lineOf(options.noun, record, moment)
  const summary = sentence || lineOf(options.noun, record, moment)
  return { summary, words: [sentence, words].filter(Boolean).join('\n'), [options.name]: row }
}
