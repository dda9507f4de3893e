// Asks a model about messages that the rules are unsure of, on request and with the user’s own key. The model must quote the
// sentence for its verdict. If the message has no such sentence, the verdict is ignored.
import { answerOf, assistant } from '../assistants/assistant.ts'
import { choosePaidModel } from '../assistants/payer.ts'
import { runAssistant } from '../assistants/run.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError, fail } from '../kernel/errors.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { fold } from './meaning/sentences.ts'
import type { Finding } from './meaning/understand.ts'
import { openForwarded } from './meaning/approach.ts'
import type { Mail } from './reading/decode.ts'
import { VERDICTS } from './verdicts.ts'

/** Below this confidence, the rules are unsure. */
const SURE_CONFIDENCE = 0.85
/** The confidence of a verdict that only the model gave. */
const MODEL_CONFIDENCE = 0.75
const MAX_CHARACTERS = 6_000
const MAX_ASKED = 25

const MailIn = objectSchema((z) => ({ subject: z.string(), from: z.string(), text: z.string() }))
const Opinion = answerOf((z) => ({
  verdict: z
    .enum([...VERDICTS, 'none'])
    .describe('What it says about the reader’s application; none when it decides nothing.'),
  quote: z.string().describe('The one sentence of the message that shows it, word for word; empty for none.'),
}))

const readVerdict = assistant({
  name: 'read-mail',
  summary: 'Say what a message means for an application.',
  input: MailIn,
  answer: Opinion,
  output: Opinion,
  instructions:
    'You read one e-mail to somebody who looks for work and say what it means for their application. applied: it was received. interview: they are invited, or a time is arranged. assessment: a test or exercise is to be done. offer: a contract or pay is offered. rejected: they are turned down. withdrawn: the reader withdrew. closed: the position is filled, stopped or on hold. Advertisements, alerts, newsletters, surveys and conditions (“if you are not selected”) are none.',
  maxTokens: 300,
})

/** When the rules are unsure, asks a model. Counts the questions. */
export type SecondOpinion = ReturnType<typeof secondOpinion>

/** Throws `scope_missing`, or `ai_key_required` if no model is available, before anything is read. */
export function secondOpinion(ctx: Context) {
  if (!ctx.principal.scopes.has('assistants:write')) fail('scope_missing', { scope: 'assistants:write' })
  const { choice } = choosePaidModel(ctx, 'user')
  const model = `${choice.provider}/${choice.model}`
  let count = 0
  return {
    asked: () => count,
    async of(raw: Mail, finding: Finding, ownAddresses: ReadonlySet<string>): Promise<Finding> {
      if (!isUnsure(finding) || count >= MAX_ASKED) return finding
      count += 1
      const { mail, letter } = openForwarded(raw, ownAddresses)
      const text = letter.own.slice(0, MAX_CHARACTERS)
      const from = `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`
      const input = { subject: mail.subject, from, text }
      try {
        const opinion = await runAssistant(ctx, readVerdict, input, { payer: 'user' })
        return withOpinion(finding, opinion, { model, text: `${mail.subject}\n${text}` })
      } catch (error) {
        return { ...finding, evidence: [...finding.evidence, unanswered(model, asCrmError(error).message)] }
      }
    },
  }
}

/** Whether the message is about the search, but the rules are unsure of the verdict. */
export const isUnsure = ({ about, mine, outreach, confidence }: Finding): boolean =>
  about && !mine && !outreach && confidence < SURE_CONFIDENCE

const unanswered = (model: string, why: string) => ({ quote: '', why: `${model} could not be asked: ${why}` })

/** The finding with the model's verdict if its quote is in the message; otherwise the rules' finding. */
function withOpinion(
  finding: Finding,
  { verdict, quote }: Parsed<typeof Opinion>,
  { model, text }: { model: string; text: string },
): Finding {
  const status = verdict === 'none' ? null : verdict
  const ruled = finding.status ?? 'nothing'
  const isQuoted = fold(quote).trim() !== '' && fold(text).includes(fold(quote).trim())
  const unquoted = unanswered(model, 'it quoted no sentence of the message.')
  if (status !== null && !isQuoted) return { ...finding, evidence: [...finding.evidence, unquoted] }
  const why =
    status === finding.status
      ? `${model} was asked, because the rules were unsure, and says the same.`
      : `${model} was asked, because the rules were unsure: they read ${ruled}, it reads ${status ?? 'nothing'}.`
  const confidence = Math.max(finding.confidence, MODEL_CONFIDENCE)
  const evidence = [{ quote: isQuoted ? quote.trim() : '', why }, ...finding.evidence]
  return { ...finding, status, confidence, evidence }
}
