// The verdicts a message can give on an application.

export const VERDICTS = [
  'applied',
  'interview',
  'assessment',
  'offer',
  'rejected',
  'withdrawn',
  'closed',
] as const
export type Verdict = (typeof VERDICTS)[number]
