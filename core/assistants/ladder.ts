// Getting an answer that fits: by the server's own schema mode, else its JSON mode, else plain text; what comes is read
// whatever is around it, and what does not fit is sent back once to be mended.
import type { Context } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import { guessedTokens, wasWorkedOn } from './estimate.ts'
import { readAnswer } from './json-answer.ts'
import { FORMS, lengthOf, type Form, type Message, type Reply } from './model.ts'
import type { Tokens } from './prices.ts'
import { PROVIDERS, type Choice } from './providers.ts'

export interface Wanted {
  instructions: string
  data: string
  schema: JsonSchema
  mostTokens: number
  /** The problems of an answer in words, or the answer that fits. */
  read(answer: Record<string, unknown>): { fits: unknown } | { problems: string }
}

interface Asking {
  ctx: Context
  choice: Choice
  signal: AbortSignal
  /** Told the tokens of every call, also of one whose answer was of no use. */
  spend(tokens: Tokens): void
}

/** The answer that fits; throws `ai_answer_unusable` when the mended one does not either. */
export async function climb(asking: Asking, wanted: Wanted): Promise<unknown> {
  const messages: Message[] = [{ role: 'user', content: wanted.data }]
  const reply = await ask(asking, wanted, messages)
  const first = judge(reply, wanted)
  if ('fits' in first) return first.fits
  if (isFinal(reply)) throw unusable(asking.choice, whyFinal(reply))
  const again: Message[] = [
    ...messages,
    { role: 'assistant', content: reply.text },
    {
      role: 'user',
      content: `That cannot be used: ${first.problems}. Answer again with the corrected JSON object alone.`,
    },
  ]
  const second = await ask(asking, wanted, again)
  const last = judge(second, wanted)
  if ('fits' in last) return last.fits
  throw unusable(
    asking.choice,
    isFinal(second) ? whyFinal(second) : 'it did not have the fields that were asked for',
  )
}

function judge({ text }: Reply, { read }: Wanted): ReturnType<Wanted['read']> {
  const answer = readAnswer(text)
  return answer ? read(answer) : { problems: 'it is not a JSON object' }
}

/** Nothing to mend: it would not, or said nothing, or was not able to end. */
const isFinal = ({ ended, text }: Reply): boolean =>
  ended === 'content-filter' || ended === 'length' || text.trim() === ''

const whyFinal = ({ ended, text }: Reply): string => {
  if (ended === 'length') return 'it was longer than is allowed'
  return ended === 'content-filter' || text.trim() !== ''
    ? 'the model refused'
    : 'it was empty, or the model refused'
}

const unusable = ({ provider }: Choice, reason: string) =>
  problem('ai_answer_unusable', { provider: PROVIDERS[provider].label, reason })

/** A model that ended without a word, or refused without one. */
export const saidNothing = (choice: Choice) => unusable(choice, 'it was empty, or the model refused')

/** Asks in the best form this server is known to understand; a form it refuses is not tried on it again. */
async function ask(
  { ctx, choice, signal, spend }: Asking,
  wanted: Wanted,
  messages: readonly Message[],
): Promise<Reply> {
  const { forms } = ctx.models
  const server = `${choice.baseUrl} ${choice.model}`
  for (let at = FORMS.indexOf(forms.get(server) ?? 'schema'); ; at += 1) {
    const form = FORMS[at]!
    const { schema, mostTokens } = wanted
    const system = systemOf(wanted, form)
    try {
      const reply = await ctx.models.ask(choice, { system, messages, form, schema, mostTokens, signal })
      spend(reply.tokens)
      return reply
    } catch (error) {
      if (wasWorkedOn(error)) spend(guessedTokens({ read: lengthOf({ system, messages }), written: 0 }))
      if (at === FORMS.length - 1 || !refusesForm(error, choice)) throw error
      forms.set(server, FORMS[at + 1]!)
    }
  }
}

const systemOf = ({ instructions, schema }: Wanted, form: Form): string =>
  form === 'schema'
    ? instructions
    : `${instructions}\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else: ${JSON.stringify(schema)}`

const ABOUT_FORM =
  /response_format|json_schema|json_object|output_format|output_config|structured|schema|grammar/i

/** Whether a server says that it does not know the form. Known providers say which field; others say all sorts of things. */
function refusesForm(error: unknown, { provider }: Choice): boolean {
  const { statusCode = 0, responseBody = '' } = error as { statusCode?: number; responseBody?: string }
  if (![400, 404, 415, 422, 500, 501].includes(statusCode)) return false
  if (ABOUT_FORM.test(responseBody)) return true
  return provider === 'openai-compatible' && statusCode !== 404
}
