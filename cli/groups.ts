// The command groups. Each group's module is loaded only when it is named.
import type { Group } from './command.ts'

interface Entry {
  name: string
  about: string
  /**
   * Its commands do not need the database or open it
   * themselves; for all others connecting starts immediately.
   */
  alone?: true
  /** The family whose error codes it prints in JSON, if not the pipeline's. */
  speaks?: 'intelligence'
  load: () => Promise<{ group: Group }>
}

export const GROUPS: readonly Entry[] = [
  { name: 'today', about: 'What needs attention today.', load: () => import('./commands/today.ts') },
  { name: 'jobs', about: 'The jobs you follow.', load: () => import('./commands/jobs.ts') },
  { name: 'contacts', about: 'The people in your search.', load: () => import('./commands/contacts.ts') },
  { name: 'activities', about: 'Logged activities.', load: () => import('./commands/activities.ts') },
  { name: 'calendar', about: 'Interviews, calls, deadlines.', load: () => import('./commands/calendar.ts') },
  { name: 'offers', about: 'What employers offer.', load: () => import('./commands/offers.ts') },
  { name: 'pipeline', about: 'A summary of your search.', load: () => import('./commands/pipeline.ts') },
  { name: 'board', about: 'Your pipeline as a board.', load: () => import('./commands/board.ts') },
  { name: 'stats', about: 'Search statistics.', load: () => import('./commands/stats.ts') },
  { name: 'next', about: 'Suggested next steps.', load: () => import('./commands/next.ts') },
  { name: 'audit', about: 'Who changed what, and when.', load: () => import('./commands/audit.ts') },
  { name: 'undo', about: 'Undo changes.', load: () => import('./commands/undo.ts') },
  {
    name: 'webhooks',
    about: 'Webhooks: signed HTTP requests when something changes.',
    load: () => import('./commands/webhooks.ts'),
  },
  {
    name: 'salary',
    about: 'Pay by role and city.',
    speaks: 'intelligence',
    load: () => import('./commands/salary.ts'),
  },
  {
    name: 'ai',
    about: 'AI assistants, with your own API key.',
    load: () => import('./commands/ai.ts'),
  },
  { name: 'chat', about: 'Talk with Scout about your search.', load: () => import('./commands/chat.ts') },
  { name: 'me', about: 'Your account and its limits.', load: () => import('./commands/me.ts') },
  {
    name: 'billing',
    about: 'Your plan, invoices and purchases.',
    load: () => import('./commands/billing.ts'),
  },
  { name: 'tokens', about: 'Extension tokens for the pipeline.', load: () => import('./commands/tokens.ts') },
  { name: 'grants', about: 'Programs authorized through OAuth.', load: () => import('./commands/grants.ts') },
  { name: 'keys', about: 'Intelligence keys for salary data.', load: () => import('./commands/keys.ts') },
  { name: 'seats', about: 'People who share your Ultra plan.', load: () => import('./commands/seats.ts') },
  { name: 'users', about: 'User accounts of this installation.', load: () => import('./commands/users.ts') },
  {
    name: 'mcp',
    about: 'An MCP server for agents on this machine.',
    alone: true,
    load: () => import('./commands/mcp.ts'),
  },
  { name: 'call', about: 'Call any operation by its name.', load: () => import('./commands/call.ts') },
  { name: 'serve', about: 'Run the gateway.', alone: true, load: () => import('./commands/serve.ts') },
  { name: 'db', about: 'The database.', alone: true, load: () => import('./commands/db.ts') },
  { name: 'demo', about: 'Sample data.', load: () => import('./commands/demo.ts') },
  {
    name: 'login',
    about: 'Use a remote server.',
    alone: true,
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    about: 'Return to the local database.',
    alone: true,
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'doctor',
    about: 'Check this installation.',
    alone: true,
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'completions',
    about: 'Completion for your shell.',
    alone: true,
    load: () => import('./commands/completions.ts'),
  },
  { name: '__complete', about: '', alone: true, load: () => import('./commands/complete.ts') },
]
