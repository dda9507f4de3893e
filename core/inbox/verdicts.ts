// What a message can say about an application.

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
