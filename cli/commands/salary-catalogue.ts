// `crm salary search|roles|cities`: the roles and cities covered.
import { listCities, listRoles, searchRoles } from '../../core/intelligence/salaries/catalogue.ts'
import type { AnswerOf } from '../client.ts'
import type { Command } from '../command.ts'
import type { Output } from '../output.ts'
import { dollars } from '../ui/money.ts'
import type { Column } from '../ui/table.ts'
import { limitOf, wantsAll } from './pages.ts'
import { roleIn } from './salary-question.ts'

type Match = AnswerOf<typeof searchRoles>['data'][number]
type City = AnswerOf<typeof listCities>['data'][number]
type Role = AnswerOf<typeof listRoles>['data'][number]

const roleColumns: Column<Role>[] = [
  { title: 'ROLE', value: ({ slug }) => slug, minWidth: 20, paint: () => 'bold' },
  { title: 'TITLE', value: ({ title }) => title, yields: 2, minWidth: 14 },
  {
    title: 'MEDIAN',
    value: ({ national_median: median }) => (median === null ? '—' : dollars(median)),
    plain: ({ national_median: median }) => median,
    align: 'right',
  },
]

const matchColumns: Column<Match>[] = [
  ...roleColumns,
  {
    title: 'SCORE',
    value: ({ score }) => score.toFixed(2),
    plain: ({ score }) => score,
    yields: 1,
    minWidth: 5,
  },
  { title: 'MATCHED', value: ({ matched }) => matched, yields: 3, minWidth: 10 },
  { title: 'LEVEL', value: ({ experience }) => experience, yields: 4, minWidth: 5 },
]

interface Listing<Row> {
  /** The answer as the API returns it, where it is shown with more than the rows. */
  page?: object
  rows: readonly Row[]
  columns: Column<Row>[]
  /** What is said of an empty list, which exits with 3: also in a pipe, where nothing else would say why. */
  empty: string
}

function listed<Row extends object>(out: Output, { page, rows, columns, empty }: Listing<Row>): number {
  out.list(page ?? rows, rows, columns, empty)
  if (!rows.length && !out.look.isTerminal && !out.json) out.note(empty)
  return rows.length ? 0 : 3
}

export const searchCommand: Command = {
  name: 'search',
  about: 'Find roles by free text, best first.',
  operation: 'salaries.search',
  args: [{ name: 'words...', about: 'A title, a short form, with typos: "sr sofware enginer", rn.' }],
  examples: ['crm salary search "nurse practicioner"', 'crm salary search pm --json slug,score'],
  options: [
    { flags: '-n, --limit <n>', about: 'Maximum number to show (1–50, default 50).' },
    { flags: '--all', about: 'Show all pages.' },
  ],
  async run({ rest, options, client, out }) {
    const q = roleIn(rest.join(' '), 'crm salary search "nurse practicioner"')
    const limit = limitOf(options)
    const page = await client.call(searchRoles, { q, limit })
    for (let at = page; wantsAll(options) && at.next_cursor !== null; page.next_cursor = at.next_cursor) {
      at = await client.call(searchRoles, { q, cursor: at.next_cursor })
      page.data.push(...at.data)
    }
    const empty = 'No role is like that. crm salary roles lists them all.'
    return listed(out, { page, rows: page.data, columns: matchColumns, empty })
  },
}

/** Whether each word of the filter occurs in at least one of the texts. */
const holds = (filter: readonly string[], ...texts: string[]): boolean => {
  const all = texts.join(' ').toLowerCase()
  return filter.every((word) => all.includes(word.toLowerCase()))
}

export const rolesCommand: Command = {
  name: 'roles',
  about: 'List every role with its national median.',
  operation: 'salaries.roles',
  args: [{ name: 'words...?', about: 'Only those containing all of these words.' }],
  examples: ['crm salary roles nurse', 'crm salary roles | wc -l'],
  async run({ rest, client, out }) {
    const all = await client.call(listRoles, {})
    const data = all.data.filter(({ slug, title }) => holds(rest, slug, title))
    const rows = client.envelopes.partOf(all, data)
    const empty = 'No role holds these words. Try crm salary search.'
    return listed(out, { rows, columns: roleColumns, empty })
  },
}

const cityColumns: Column<City>[] = [
  { title: 'CITY', value: ({ slug }) => slug, minWidth: 16, paint: () => 'bold' },
  { title: 'NAME', value: ({ name }) => name, yields: 2, minWidth: 10 },
  { title: 'STATE', value: ({ state }) => state, yields: 3, minWidth: 5 },
  {
    title: 'PRICES',
    value: ({ cost_of_living_multiplier: prices }) => `× ${prices.toFixed(2)}`,
    plain: ({ cost_of_living_multiplier: prices }) => prices,
    align: 'right',
  },
]

export const citiesCommand: Command = {
  name: 'cities',
  about: 'List every city with its price level relative to the nation.',
  operation: 'salaries.cities',
  args: [{ name: 'words...?', about: 'Only those containing all of these words.' }],
  examples: ['crm salary cities', 'crm salary cities tx --json slug'],
  async run({ rest, client, out }) {
    const all = await client.call(listCities, {})
    const data = all.data.filter(({ slug, name, state }) => holds(rest, slug, name, state))
    const rows = client.envelopes.partOf(all, data)
    const empty = 'No city matches. crm salary show also accepts suburbs.'
    return listed(out, { rows, columns: cityColumns, empty })
  },
}
