// The quick program's commands for jobs.
import { listCommand } from '../commands/jobs-read.ts'
import { showCommand } from '../commands/jobs-show.ts'
import { runQuick, type CommandSet } from './answer.ts'
import type { Started } from './start.ts'

export const PART: CommandSet = {
  commands: { 'jobs list': listCommand, 'jobs show': showCommand },
}

export const answer = (typed: string[], started: Started): Promise<number | null> =>
  runQuick(PART, typed, started)
