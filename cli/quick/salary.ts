// The quick program's command for pay.
import { payServices } from '../../core/reading.ts'
import { showCommand } from '../commands/salary-show.ts'
import { localEnvelope } from '../local-envelope.ts'
import { answerBy, type Part } from './answer.ts'
import type { Begun } from './begin.ts'

export const PART: Part = {
  commands: { 'salary show': showCommand },
  services: payServices,
  envelope: localEnvelope,
}

export const answer = (typed: string[], begun: Begun): Promise<number | null> => answerBy(PART, typed, begun)
