// One record as a tool result, and helpers shared by the tools that write.
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'
import type { Answer } from '../tool.ts'
import { fieldsFor, shown, type Noun } from './record-fields.ts'
import { fieldLines, lineOf } from './record-text.ts'

/** A repeat of a call that seemed lost then has the first one's answer. */
export const keyIn = (z: Zod) => ({
  idempotencyKey: z.string().max(200).optional().describe('A retry with the same key has no second effect.'),
})

/** What a tool that holds a change back until it is confirmed takes, and answers. */
export const confirmationIn = (z: Zod) => ({
  confirmation: z.string().max(200).optional().describe('The token of a required confirmation.'),
})

/** What a tool about one record answers. */
export const recordOut = (z: Zod, name: string) =>
  z.looseObject({ summary: z.string(), [name]: z.looseObject({ id: z.string() }) })

interface RecordOptions {
  noun: Noun
  /** The field of the answer the record stands in: `job`. */
  name: string
  /** Whole, or what a row of a list shows. */
  whole?: boolean
  /** The zone the caller named for the call. */
  timeZone?: string | undefined
}

/** A sentence and the record it is about. */
export function recordResult(
  ctx: ToolContext,
  sentence: string,
  record: object,
  options: RecordOptions,
): Answer {
  const moment = { now: ctx.now(), timeZone: options.timeZone ?? ctx.timeZone }
  const row = shown(record, options.whole ? undefined : fieldsFor(options.noun, {}))
  const words = options.whole ? fieldLines(row) : lineOf(options.noun, record, moment)
  const summary = sentence || lineOf(options.noun, record, moment)
  return { summary, words: [sentence, words].filter(Boolean).join('\n'), [options.name]: row } as Answer
}
