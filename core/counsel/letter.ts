// Lets a model write the counter as a letter or call script, in the user's tone and with their key. The rules decide the
// content: crm removes sentences with a number that the rules did not give. The model never sees the floor.
import { assistant } from '../assistants/assistant.ts'
import { figuresIn } from '../assistants/fact-check.ts'
import { choosePaidModel } from '../assistants/payer.ts'
import { runAssistant } from '../assistants/run.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { lazySchema, objectSchema, type Parsed } from '../kernel/schema.ts'
import { type Counter, LETTERS, type Letter } from './counter.ts'

const Facts = objectSchema((z) => ({
  kind: z.enum(LETTERS),
  tone: z.string().nullable(),
  company: z.string(),
  role: z.string(),
  points: z.array(z.string()),
  otherAsks: z.array(z.string()),
}))
type LetterSubject = Omit<Parsed<typeof Facts>, 'points' | 'otherAsks'>

const WrittenLetter = lazySchema((z) =>
  z.object({ text: z.string().describe('The whole letter, or what to say on the phone, in paragraphs.') }),
)

const writeCounter = assistant({
  name: 'write-counter',
  summary: 'Word a counter to an offer.',
  input: Facts,
  answer: WrittenLetter,
  output: WrittenLetter,
  instructions:
    'You write for somebody who answers a job offer: for kind mail a short letter that can be sent as it is, for kind call short sentences to say on the phone. Say the points in their order, in the tone that is asked for (default: warm and plain), in the first person. Leave out advice to the writer, such as when to stop. State no amount, percentage or date that is not in the points, write amounts in digits exactly as they stand there, and invent no other offer, deadline or fact.',
  maxTokens: 900,
})

/** Throws `scope_missing` or `ai_key_required`. Call it before any work is done. */
export function requireWriter(ctx: Context): void {
  if (!ctx.principal.scopes.has('assistants:write')) fail('scope_missing', { scope: 'assistants:write' })
  choosePaidModel(ctx, 'user')
}

/** Lets a model write the counter. Throws `ai_answer_unusable` if no sentence of its text may stay. */
export async function letterFor(ctx: Context, counter: Counter, about: LetterSubject): Promise<Letter> {
  const { kind, company, role } = about
  const input = { ...about, points: counter.words, otherAsks: counter.concessions.map(({ ask }) => ask) }
  const { text } = await runAssistant(ctx, writeCounter, input, { payer: 'user' })
  const letter = { kind, ...vetLetter(text, counter, `${company} ${role}`) }
  return letter.text
    ? letter
    : fail('ai_answer_unusable', {
        provider: choosePaidModel(ctx, 'user').choice.provider,
        reason: 'every sentence has a number that the rules did not give',
      })
}

const SENTENCE = /(?<=[.!?])[ \t]+/

/** Removes sentences with numbers that the rules did not give. Numbers in `names` are allowed. */
export function vetLetter(text: string, counter: Counter, names: string): Omit<Letter, 'kind'> {
  const allowed = new Set([
    ...figuresIn(counter.words.join('\n')),
    ...figuresIn(names),
    ...allowedAmounts(counter),
  ])
  const dropped: Letter['dropped'] = []
  const isKept = (sentence: string): boolean => {
    const numbers = figuresIn(sentence).filter((figure) => !allowed.has(figure))
    if (numbers.length) dropped.push({ sentence: sentence.trim(), numbers })
    return !numbers.length
  }
  const lines = text.split(/\r?\n/).map((line) => line.split(SENTENCE).filter(isKept).join(' '))
  return {
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    dropped,
  }
}

/** The amounts that the letter may name: those of the answer without the floor, which the employer must not know. */
const allowedAmounts = ({ position, ask, concessions }: Counter): string[] => [
  ...[position.base, position.median, ask, ...concessions.map(({ amount }) => amount)].flatMap((figure) =>
    figure ? [String(figure.amount)] : [],
  ),
  ...(position.percent === null ? [] : [`${Math.abs(position.percent)}%`]),
]
