// The command groups. Each group's module is loaded only when it is named.
import type { Command, GroupEntry } from './command.ts'

type More = Omit<GroupEntry, 'name' | 'about' | 'load'>

const noun = (
  name: string,
  about: string,
  load: () => Promise<{ commands: Command[] }>,
  more: More = {},
): GroupEntry => ({
  ...{ name, about, ...more },
  load: async () => ({ name, about, commands: (await load()).commands }),
})

export const GROUPS: readonly GroupEntry[] = [
  noun('today', 'What needs attention today.', () => import('./commands/today.ts'), { hidden: true }),
  noun('jobs', 'The jobs you follow.', () => import('./commands/jobs.ts'), { packages: ['csv-parse-sync'] }),
  noun('search', 'Search everything.', () => import('./commands/search.ts')),
  noun('contacts', 'The people in your search.', () => import('./commands/contacts.ts'), {
    packages: ['csv-parse-sync'],
  }),
  noun('activities', 'Logged activities.', () => import('./commands/activities.ts'), {
    packages: ['csv-parse-sync'],
  }),
  noun('calendar', 'Interviews, calls, deadlines.', () => import('./commands/calendar.ts'), {
    packages: ['zod'],
  }),
  noun('offers', 'What employers offer.', () => import('./commands/offers.ts')),
  noun('inbox', 'What your mail says about your search, as proposals.', () => import('./commands/inbox.ts')),
  noun('watch', 'Job boards that are watched for you.', () => import('./commands/watch.ts')),
  noun(
    'pipeline',
    'A summary of your search.',
    () => import('./commands/stats.ts').then(({ pipeline }) => ({ commands: pipeline })),
    { hidden: true },
  ),
  noun('board', 'Your search as an app.', () => import('./commands/board.ts')),
  noun('stats', 'Search statistics.', () => import('./commands/stats.ts')),
  noun('next', 'Suggested next steps.', () => import('./commands/next.ts')),
  noun('audit', 'Who changed what, and when.', () => import('./commands/audit.ts'), { hidden: true }),
  noun('sync', 'Keep a folder of JSON files of your records.', () => import('./commands/sync.ts')),
  noun('undo', 'Undo changes.', () => import('./commands/undo.ts')),
  noun(
    'webhooks',
    'Webhooks: signed HTTP requests when something changes.',
    () => import('./commands/webhooks.ts'),
    { packages: ['ipaddr.js'] },
  ),
  noun('salary', 'Pay by role and city.', () => import('./commands/salary.ts'), {
    alone: 'at home',
    speaks: 'intelligence',
  }),
  noun('ai', 'AI assistants, with your own API key.', () => import('./commands/ai.ts'), {
    packages: ['htmlparser2', 'ipaddr.js', 'zod'],
  }),
  noun('chat', 'Talk with Scout about your search.', () => import('./commands/chat.ts'), {
    packages: ['htmlparser2'],
  }),
  noun(
    'me',
    'Who you are, what is left of your limits, and an export of all of it.',
    () => import('./commands/me.ts'),
  ),
  noun(
    'settings',
    'Your settings in a browser, signed in by a link.',
    () => import('./commands/settings.ts'),
  ),
  noun('billing', 'Your plan, invoices and purchases.', () => import('./commands/billing.ts')),
  noun('tokens', 'Extension tokens for the pipeline.', () =>
    import('./commands/credentials.ts').then(({ tokens }) => ({ commands: tokens })),
  ),
  noun('grants', 'Programs authorized through OAuth.', () => import('./commands/grants.ts'), {
    packages: ['ipaddr.js'],
  }),
  noun('keys', 'Intelligence keys for salary data.', () =>
    import('./commands/credentials.ts').then(({ keys }) => ({ commands: keys })),
  ),
  noun('seats', 'People who share your Ultra plan.', () => import('./commands/seats.ts')),
  noun('users', 'User accounts of this installation.', () => import('./commands/users.ts')),
  noun('mcp', 'An MCP server for agents on this machine.', () => import('./commands/mcp.ts'), {
    alone: true,
  }),
  noun('call', 'Call any operation by its name.', () => import('./commands/call.ts')),
  noun('serve', 'Run the gateway.', () => import('./commands/serve.ts'), { alone: true }),
  noun('db', 'The database.', () => import('./commands/db.ts'), { packages: ['ipaddr.js'], alone: true }),
  noun('demo', 'Sample data.', () => import('./commands/demo.ts')),
  noun(
    'remote',
    'Use a server elsewhere, or your own database again.',
    () => import('./commands/remote.ts'),
    { alone: true },
  ),
  noun('doctor', 'Check this installation.', () => import('./commands/doctor.ts'), {
    packages: ['ipaddr.js'],
    alone: true,
  }),
  noun('completions', 'Completion for your shell.', () => import('./commands/completions.ts'), {
    alone: true,
  }),
  noun(
    '__complete',
    '',
    async () => ({ commands: (await import('./commands/complete.ts')).completionOf(GROUPS) }),
    { alone: true },
  ),
]
