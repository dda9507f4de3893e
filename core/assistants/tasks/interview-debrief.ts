// Turns rough notes on an interview into a debrief.
import { objectSchema } from '../../kernel/schema.ts'
import { assistant, modelText, optionalText, answerOf, textList, oneOf, prose } from '../assistant.ts'

const DebriefIn = objectSchema((z) => ({
  notes: modelText(z, 20).describe('What you remember, in any order.'),
  company: optionalText(z, 200),
  role: optionalText(z, 200),
}))

const Debrief = answerOf((z) => ({
  wentWell: textList(z, 'What went well, by the notes.'),
  toImprove: textList(z, 'What to do better.'),
  nextRoundTips: textList(z, 'How to prepare for the next round, from what came up.'),
  keyMoments: textList(z, 'Moments worth remembering: questions, reactions, names, promises.'),
  thankYouDraft: prose(z, 'A short thank-you message that refers to what was really talked about.'),
  overallSentiment: oneOf(z, ['positive', 'neutral', 'concerned'], 'neutral', 'How it went, on the whole.'),
}))

export const interviewDebrief = assistant({
  name: 'interview-debrief',
  summary: 'Turn your notes on an interview into a debrief and a thank-you message.',
  input: DebriefIn,
  answer: Debrief,
  output: Debrief,
  instructions:
    'You turn somebody’s notes after a job interview into a debrief. Say only what the notes show. Be kind and honest.',
  maxTokens: 3_000,
})
