// One record as a tool result, and helpers shared by the tools that write.
import { shortId } from '../../../core/kernel/id.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'
import type { ToolOutput } from '../tool-context.ts'
import { fieldsFor, shown, type Noun } from './record-fields.ts'
import { fieldLines, lineOf } from './record-text.ts'

export const keyIn = (z: Zod) => ({
  idempotencyKey: z.string().max(200).optional(),
})

export const confirmationIn = (z: Zod) => ({
  confirmation: z.string().max(200).optional(),
})

export const versionIn = (z: Zod) => ({ expectedUpdatedAt: z.string().max(40).optional() })

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
  name: string
  whole?: boolean
  timeZone?: string | undefined
}

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
