// Gets an answer that fits a schema: in the server's schema mode, else in JSON mode, else as text. It finds JSON in other text,
// and sends an invalid answer back once.
import { asCrmError, responseIn, quietly, problem } from '../kernel/errors.ts'
import { joinIssues } from '../kernel/issue-messages.ts'
import { must, isRecord } from '../kernel/narrow.ts'
import type { Context } from '../kernel/context.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import { estimatedTokens, mayHaveUsedTokens } from './token-estimate.ts'
import { lengthOf, type Reply } from './model.ts'
import { type AnswerFormat, ANSWER_FORMATS, type Message } from './exchange.ts'
import type { Tokens } from './prices.ts'
import { type ModelChoice, PROVIDERS } from './providers.ts'

interface AnswerRequest<Answer> {
  instructions: string
  data: string
  schema: JsonSchema
  maxTokens: number
  /** Throws `invalid_input` for an answer that does not fit. */
  read(answer: Record<string, unknown>): Answer
}

type Validation<Answer> = { fits: Answer } | { problems: string }

interface AnswerContext {
  ctx: Context
  choice: ModelChoice
  signal: AbortSignal
  spend(tokens: Tokens): void
}

/** Returns the answer. Throws `ai_answer_unusable` if the second answer is invalid too. */
export async function structuredAnswer<Answer>(
  asking: AnswerContext,
  wanted: AnswerRequest<Answer>,
): Promise<Answer> {
  const messages: Message[] = [{ role: 'user', content: wanted.data }]
  for (let isSecond = false; ; isSecond = true) {
    const reply = await ask(asking, wanted, messages)
    const answer = validateAnswer(reply, wanted)
    if ('fits' in answer) return answer.fits
    if (isFinal(reply)) throw unusableAnswer(asking.choice, whyFinal(reply))
    if (isSecond) throw unusableAnswer(asking.choice, 'it did not have the fields that were asked for')
    const content = `That cannot be used: ${answer.problems}. Answer again with the corrected JSON object alone.`
    messages.push({ role: 'assistant', content: reply.text }, { role: 'user', content })
  }
}

/** Most fields may be missing. But an answer with none of them, such as `{"error": …}`, is an error, not an empty result. */
function validateAnswer<Answer>(
  { text }: Reply,
  { read, schema }: AnswerRequest<Answer>,
): Validation<Answer> {
  const answer = readAnswer(text)
  if (!answer) return { problems: 'it is not a JSON object' }
  const isAnswer = Object.keys(schema.properties ?? {}).some((name) => name in answer)
  if (!isAnswer) return { problems: 'it has none of the fields that were asked for' }
  try {
    return { fits: read(answer) }
  } catch (error) {
    return { problems: joinIssues(asCrmError(error).issues) }
  }
}

/** Whether asking again cannot help: the model refused, returned nothing, or had no tokens left. */
const isFinal = ({ finishReason: ended, text }: Reply): boolean =>
  ended === 'content-filter' || ended === 'length' || text.trim() === ''

const whyFinal = ({ finishReason: ended, text }: Reply): string => {
  if (ended === 'length') return 'it was longer than is allowed'
  return ended === 'content-filter' || text.trim() !== ''
    ? 'the model refused'
    : 'it was empty, or the model refused'
}

const unusableAnswer = ({ provider }: ModelChoice, reason: string) =>
  problem('ai_answer_unusable', { provider: PROVIDERS[provider].label, reason })

export const emptyAnswer = (choice: ModelChoice) =>
  unusableAnswer(choice, 'it was empty, or the model refused')

/** Asks in the best format that the server supports. It remembers formats that are not supported. */
async function ask(
  { ctx, choice, signal, spend }: AnswerContext,
  wanted: AnswerRequest<unknown>,
  messages: readonly Message[],
): Promise<Reply> {
  const { answerFormats } = ctx.models
  const server = `${choice.baseUrl} ${choice.model}`
  for (let at = ANSWER_FORMATS.indexOf(answerFormats.get(server) ?? 'schema'); ; at += 1) {
    const format = must(ANSWER_FORMATS[at])
    const { schema, maxTokens } = wanted
    const system = systemOf(wanted, format)
    try {
      const reply = await ctx.models.ask(choice, { system, messages, format, schema, maxTokens, signal })
      spend(reply.tokens)
      return reply
    } catch (error) {
      if (mayHaveUsedTokens(error))
        spend(estimatedTokens({ read: lengthOf({ system, messages }), written: 0 }))
      if (at === ANSWER_FORMATS.length - 1 || !refusesFormat(error, choice)) throw error
      answerFormats.set(server, must(ANSWER_FORMATS[at + 1]))
    }
  }
}

const systemOf = ({ instructions, schema }: AnswerRequest<unknown>, format: AnswerFormat): string =>
  format === 'schema'
    ? instructions
    : `${instructions}\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else: ${JSON.stringify(schema)}`

const ABOUT_FORMAT =
  /response_format|json_schema|json_object|output_format|output_config|structured|schema|grammar/i

/** Whether the server does not support the format. Known providers name the field; others answer in many ways. */
function refusesFormat(error: unknown, { provider }: ModelChoice): boolean {
  const { statusCode, responseBody } = responseIn(error)
  if (![400, 404, 415, 422, 500, 501].includes(statusCode)) return false
  if (ABOUT_FORMAT.test(responseBody)) return true
  return provider === 'openai-compatible' && statusCode !== 404
}

const FENCE = /```(?:json|JSON)?([\s\S]*?)```/g

/** The JSON object in a text, or undefined: the whole text, else a code fence, else the outermost braces. */
function readAnswer(text: string): Record<string, unknown> | undefined {
  const fenced = [...text.matchAll(FENCE)].map(([, inside]) => inside ?? '')
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [text, ...fenced, braces]) {
    const value = quietly((): unknown => JSON.parse(candidate.trim()))
    if (isRecord(value)) return value
  }
  return undefined
}
