// Drafts a message to a contact.
import { must } from '../../kernel/narrow.ts'
import { text, words, objectSchema } from '../../kernel/schema.ts'
import { assistant, optionalText, answerOf, oneOf, prose } from '../assistant.ts'
import { createFactChecker, type FactChecker } from '../fact-check.ts'

const MESSAGE_TYPES = ['intro', 'follow-up', 'referral-request', 'informational', 'reconnect'] as const

const DraftIn = objectSchema((z) => ({
  contact: z.strictObject({
    name: words(z, 200),
    title: optionalText(z, 200),
    company: optionalText(z, 200),
    type: text(z, 50).nullable().optional(),
  }),
  job: z
    .strictObject({
      company: optionalText(z, 200),
      role: optionalText(z, 200),
      status: optionalText(z, 50),
    })
    .nullable()
    .optional(),
  messageType: z.enum(MESSAGE_TYPES).optional().describe('Default: intro.'),
}))

const Draft = answerOf((z) => ({
  subject: prose(z, 'The subject, for an e-mail; the first words, for LinkedIn.'),
  message: prose(z, 'The message, ready to send, with [brackets] where only the sender knows what to say.'),
  tone: prose(z, 'The tone in a word or two.'),
  platform: oneOf(z, ['linkedin', 'email'], 'email', 'Where it fits better.'),
}))

const PURPOSES: Record<(typeof MESSAGE_TYPES)[number], string> = {
  intro: 'to introduce oneself',
  'follow-up': 'to follow up on what was said or sent',
  'referral-request': 'to ask for a referral',
  informational: 'to ask for a short conversation to learn from',
  reconnect: 'to be in touch again',
}

export const draftMessage = assistant({
  name: 'draft-message',
  summary: 'Draft a message to a contact: an introduction, a follow-up, a request.',
  input: DraftIn,
  answer: Draft,
  output: Draft,
  instructions:
    'You draft one message from a job seeker to a contact, for the purpose that the data names. Under 150 words, concrete, no flattery. You know nothing of the sender but what the data says: put [brackets] where their own facts belong.',
  maxTokens: 1_000,
  data: ({ contact, job, messageType = 'intro' }) => ({ contact, job, purpose: PURPOSES[messageType] }),
  finish: (draft, _, data) => ({
    ...draft,
    message: replaceInvented(draft.message, createFactChecker(data)),
  }),
})

const OF_THE_SENDER = /\b(?:I|I['’](?:ve|m|d)|my|me)\b/i

/** Replaces each sentence that invents a figure, name or rank of the sender with a placeholder. */
function replaceInvented(message: string, source: FactChecker): string {
  const isInvented = (sentence: string): boolean =>
    OF_THE_SENDER.test(sentence) && source.unsupported(sentence.replace(/\[[^\]]*\]/g, ' ')).length > 0
  return message.replace(/[^.!?\n]+[.!?]*/g, (sentence) =>
    isInvented(sentence) ? `${must(/^\s*/.exec(sentence))[0]}[Say it with facts of your own.]` : sentence,
  )
}
