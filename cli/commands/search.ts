// `crm search`: jobs, contacts, activities, events and offers by their words, best first.
import { search as searchAll, type SearchHit } from '../../core/search/operations.ts'
import type { Command } from '../command.ts'
import { fieldsIn, flag, list } from './flags.ts'
import { limitOf } from './pages.ts'
import { columnsOf } from '../ui/columns.ts'

const COLUMNS = columnsOf<SearchHit>({
  id: { yields: 4 },
  type: { yields: 3 },
  title: { title: 'WHAT', minWidth: 16, paint: 'bold' },
  about: { yields: 2 },
  snippet: {
    ...{ title: 'WHERE', yields: 1, minWidth: 12 },
    value: ({ about, snippet }) => (snippet === about ? '' : snippet),
  },
})

const TYPE = flag('--type <list>', 'Only these: job, contact, activity, event, offer.', list)

const command: Command = {
  name: 'search',
  about: 'Search jobs, contacts, activities, events and offers.',
  fields: ['results', 'total'],
  args: [{ name: 'words...', about: 'Words, or beginnings of words; all must be there.' }],
  options: [TYPE, { flags: '-n, --limit <n>', about: 'Maximum number to show (1–100, default 20).' }],
  examples: ['crm search kubernetes', 'crm search hoganas', 'crm find "C++" --type job'],
  async run(call) {
    const q = call.rest.join(' ')
    const input = { q, limit: limitOf(call.options), ...(await fieldsIn(call, [TYPE])) }
    const found = await call.client.call(searchAll, input)
    call.out.list({ ...found, nextCursor: null }, found.results, COLUMNS, `Nothing has “${q}”.`)
  },
}

export const commands: Command[] = [command]
