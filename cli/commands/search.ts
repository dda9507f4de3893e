// `crm search`: jobs, contacts, activities, events and offers by their words, best first.
import { shortId } from '../../core/kernel/id.ts'
import { search as searchAll, type Found } from '../../core/search/operations.ts'
import { type Command, wordsOf } from '../command.ts'
import type { Column } from '../ui/table.ts'
import { limitOf } from './pages.ts'

const COLUMNS: Column<Found>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim', yields: 4 },
  { title: 'TYPE', value: ({ type }) => type, yields: 3 },
  { title: 'WHAT', value: ({ title }) => title, minWidth: 16, paint: () => 'bold' },
  { title: 'ABOUT', value: ({ about }) => about, yields: 2 },
  { title: 'WHERE', value: ({ snippet }) => snippet, yields: 1, minWidth: 12 },
]

const command: Command = {
  name: 'search',
  about: 'Search jobs, contacts, activities, events and offers.',
  fields: ['results', 'total'],
  args: [{ name: 'words...', about: 'Words, or beginnings of words; all must be there.' }],
  options: [
    { flags: '--type <list>', about: 'Only these: job, contact, activity, event, offer.' },
    { flags: '-n, --limit <n>', about: 'Maximum number to show (1–100, default 20).' },
  ],
  examples: ['crm search kubernetes', 'crm search hoganas', 'crm find "C++" --type job'],
  async run({ rest, options, client, out }) {
    const found = await client.call(searchAll, {
      q: rest.join(' '),
      type: wordsOf<Found['type']>(options, 'type'),
      limit: limitOf(options),
    })
    const page = { ...found, nextCursor: null }
    out.list(page, found.results, COLUMNS, `Nothing has “${rest.join(' ')}”.`)
  },
}

export const commands: Command[] = [command]
