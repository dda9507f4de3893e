// The command groups. Each group's module is loaded only when it is named.
import { VERBS } from './argv.ts'
import type { Command, GroupEntry } from './command.ts'

type More = Omit<GroupEntry, 'name' | 'about' | 'load'>

type Module = () => Promise<{ commands: Command[] }>

const noun = (name: string, about: string, load: Module, more: More = {}): GroupEntry => ({
  ...{ name, about, ...more },
  load: async () => ({ name, about, commands: (await load()).commands }),
})

/** A noun with several modules, each for some verbs: `list views`. A command line loads only its verb's module. */
const nounOfVerbs = (
  name: string,
  about: string,
  modules: Readonly<Record<string, Module>>,
  more: More = {},
): GroupEntry => ({
  ...{ name, about, modules: Object.keys(modules), ...more },
  async load(word = '') {
    const has = (verb = '') => Object.entries(modules).find(([verbs]) => verbs.split(' ').includes(verb))
    const named = has(word) ?? has(VERBS.get(word))
    const loaded = await Promise.all(named ? [named[1]()] : Object.values(modules).map((load) => load()))
    return { name, about, commands: loaded.flatMap(({ commands }) => commands) }
  },
})

export const GROUPS: readonly GroupEntry[] = [
  noun('today', 'What needs attention today.', () => import('./commands/today.ts'), { hidden: true }),
  nounOfVerbs(
    'jobs',
    'The jobs you follow.',
    {
      'list views': () => import('./commands/jobs-read.ts'),
      show: () => import('./commands/jobs-show.ts'),
      'add edit merge rm': () => import('./commands/jobs-change.ts'),
      'status done open attach check import export': () => import('./commands/jobs.ts'),
    },
    { packages: ['csv-parse-sync'] },
  ),
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
  nounOfVerbs('offers', 'What employers offer.', {
    'list show compare counter': () => import('./commands/offers-read.ts'),
    'add edit rm round import export': () => import('./commands/offers.ts'),
  }),
  noun('inbox', 'Changes that crm proposes from your mail.', () => import('./commands/inbox.ts')),
  noun('watch', 'Job boards that crm watches for you.', () => import('./commands/watch.ts')),
  noun(
    'pipeline',
    'A summary of your search.',
    () => import('./commands/stats.ts').then(({ pipeline }) => ({ commands: pipeline })),
    { hidden: true },
  ),
  noun('board', 'Your search in a full-screen app.', () => import('./commands/board.ts')),
  noun('stats', 'Search statistics.', () => import('./commands/stats.ts')),
  noun('next', 'Suggested next steps.', () => import('./commands/next.ts')),
  noun('audit', 'Who changed what, and when.', () => import('./commands/audit.ts'), { hidden: true }),
  noun('sync', 'Mirror your records to a folder of JSON files.', () => import('./commands/sync.ts')),
  noun('undo', 'Undo changes.', () => import('./commands/undo.ts')),
  noun(
    'webhooks',
    'Webhooks: signed HTTP requests when something changes.',
    () => import('./commands/webhooks.ts'),
    { packages: ['ipaddr.js'] },
  ),
  nounOfVerbs(
    'salary',
    'Pay by role and city.',
    {
      show: () => import('./commands/salary-show.ts'),
      'search roles cities skills levels': () => import('./commands/salary-catalogue.ts'),
      'calculate history projections': () => import('./commands/salary-time.ts'),
      compare: () => import('./commands/salary-batch.ts'),
      'lineage methodology report': () => import('./commands/salary-lineage.ts'),
      'sources import imports': () => import('./commands/salary-import.ts'),
    },
    { alone: 'at home', speaks: 'intelligence', otherwise: 'show' },
  ),
  noun('ai', 'AI assistants, with your own API key.', () => import('./commands/ai.ts'), {
    packages: ['htmlparser2', 'ipaddr.js', 'zod'],
  }),
  noun('chat', 'Talk with Scout about your search.', () => import('./commands/chat.ts'), {
    packages: ['htmlparser2'],
  }),
  noun('me', 'Your account, your limits, and an export of all your data.', () => import('./commands/me.ts')),
  noun('settings', 'Your settings in a browser.', () => import('./commands/settings.ts')),
  noun('billing', 'Your plan, invoices and purchases.', () => import('./commands/billing.ts')),
  noun('tokens', 'Tokens for programs that use your job data.', () =>
    import('./commands/credentials.ts').then(({ tokens }) => ({ commands: tokens })),
  ),
  noun('grants', 'Programs authorised through OAuth.', () => import('./commands/grants.ts'), {
    packages: ['ipaddr.js'],
  }),
  noun('keys', 'Keys for the pay API.', () =>
    import('./commands/credentials.ts').then(({ keys }) => ({ commands: keys })),
  ),
  noun('seats', 'People who share your Ultra plan.', () => import('./commands/seats.ts')),
  noun('users', 'User accounts of this installation.', () => import('./commands/users.ts')),
  noun('mcp', 'An MCP server for agents on this machine.', () => import('./commands/mcp.ts'), {
    alone: true,
  }),
  noun('call', 'Call any operation by its name.', () => import('./commands/call.ts')),
  noun(
    'serve',
    'Run the gateway: API, settings page, background work.',
    () => import('./commands/serve.ts'),
    { alone: true },
  ),
  noun('db', 'The database.', () => import('./commands/db.ts'), { packages: ['ipaddr.js'], alone: true }),
  noun('demo', 'Sample data.', () => import('./commands/demo.ts')),
  noun('remote', 'Use another server, or your own database again.', () => import('./commands/remote.ts'), {
    alone: true,
  }),
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
