// The quick program's command for pay.
import { showCommand } from '../commands/salary-show.ts'
import { localEnvelope } from '../local-envelope.ts'
import { openPublished } from '../published.ts'
import { runQuick, type CommandSet } from './answer.ts'
import type { Started } from './start.ts'

export const PART: CommandSet = {
  commands: { 'salary show': showCommand },
  context: (config) => (config.databaseUrl === null ? openPublished(config) : null),
  services: async (reading) => (await import('../../core/read-only.ts')).payServices(reading),
  envelope: localEnvelope,
}

export const answer = (typed: string[], started: Started): Promise<number | null> =>
  runQuick(PART, typed, started)
