// The quick program's commands for jobs.
import { listCommand, showCommand } from '../commands/jobs-read.ts'
import { answerBy, type Part } from './answer.ts'
import type { Begun } from './begin.ts'

export const PART: Part = {
  commands: { 'jobs list': listCommand, 'jobs show': showCommand },
}

export const answer = (typed: string[], begun: Begun): Promise<number | null> => answerBy(PART, typed, begun)
