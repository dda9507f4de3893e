// The quick program’s `crm salary show`, which needs no database where nothing was imported.
import { showCommand } from '../commands/salary-show.ts'
import { localEnvelope } from '../local-envelope.ts'
import { openPublished } from '../published.ts'
import { answering, type QuickCommand } from './answer.ts'

export const QUICK: QuickCommand = {
  path: 'salary show',
  command: showCommand,
  context: (config) => (config.databaseUrl === null ? openPublished(config) : null),
  services: async (reading) => (await import('../../core/read-only.ts')).payServices(reading),
  envelope: localEnvelope,
}
export const answer = answering(QUICK)
