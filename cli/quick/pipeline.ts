// The quick program's commands `next` and `pipeline`.
import { group as next } from '../commands/next.ts'
import { group as pipeline } from '../commands/pipeline.ts'
import { answerBy, type Part } from './answer.ts'
import type { Begun } from './begin.ts'

export const PART: Part = {
  commands: { next: next.commands[0]!, pipeline: pipeline.commands[0]! },
}

export const answer = (typed: string[], begun: Begun): Promise<number | null> => answerBy(PART, typed, begun)
