// The nouns of the terminal. Each group's module loads when it is named, and only then.
import type { Group } from './command.ts'

interface Entry {
  name: string
  about: string
  load: () => Promise<{ group: Group }>
}

export const GROUPS: readonly Entry[] = [
  { name: 'jobs', about: 'The jobs you follow.', load: () => import('./commands/jobs.ts') },
  { name: 'serve', about: 'Run the gateway.', load: () => import('./commands/serve.ts') },
  { name: 'db', about: 'The database.', load: () => import('./commands/db.ts') },
]
