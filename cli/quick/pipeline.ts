// The quick program's commands `next` and `pipeline`.
import { group as next } from '../commands/next.ts'
import { group as pipeline } from '../commands/pipeline.ts'
import { runQuick, type CommandSet } from './answer.ts'
import type { Started } from './start.ts'

export const PART: CommandSet = {
  commands: { next: next.commands[0]!, pipeline: pipeline.commands[0]! },
}

export const answer = (typed: string[], started: Started): Promise<number | null> =>
  runQuick(PART, typed, started)
