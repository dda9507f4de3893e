// The quick program’s `crm salary show`, which needs no database where nothing was imported.
import type { Services } from '../../core/kernel/context.ts'
import type { ReadOnlyServices } from '../../core/read-only.ts'
import { showCommand } from '../commands/salary-show.ts'
import { localEnvelope } from '../local-envelope.ts'
import { openPublished } from '../published.ts'
import { answering, type QuickCommand } from './answer.ts'

/** The pay data, with the imports of this database. Loaded on use: without imports nothing of the database is needed. */
async function payServices({ services }: ReadOnlyServices): Promise<Pick<Services, 'intelligence'>> {
  const [{ overlaysOf }, { createIntelligence }] = await Promise.all([
    import('../../core/intelligence/imports/served.ts'),
    import('../../core/intelligence/intelligence.ts'),
  ])
  return { intelligence: createIntelligence({ resident: false, overlays: overlaysOf(services.sql) }) }
}

export const QUICK: QuickCommand = {
  path: 'salary show',
  command: showCommand,
  context: (config) => (config.databaseUrl === null ? openPublished(config) : null),
  services: payServices,
  envelope: localEnvelope,
}
export const answer = answering(QUICK)
