// `crm salary search|roles|cities|levels|skills`: lists the roles and cities that have figures, company levels and skills.
import { compareLevels, getCompany, listCompanies } from '../../core/intelligence/levels/companies.ts'
import { type AnswerOf, isOn, type Output, textOf, type Command, type Run, misused } from '../command.ts'
import { type Column, figureColumn, painted, renderTable, type Look } from '../ui/table.ts'
import { listSkills } from '../../core/intelligence/skills/operations.ts'
import { percentChange } from '../ui/money.ts'
import { counted, dollars } from '../../core/kernel/amounts.ts'
import { wrapped } from '../ui/width.ts'
import { asUsage, withProgress, noteInterpretation, roleIn, NO_DATA } from './salary-question.ts'
import { listCities, listRoles, searchRoles } from '../../core/intelligence/salaries/catalogue.ts'
import { ALL_OPTION, limitOf } from './pages.ts'
import { columnsOf } from '../ui/columns.ts'

type LevelPair = AnswerOf<typeof compareLevels>['levels'][number]

const levelsCommand: Command = {
  name: 'levels',
  about: 'Show a company’s levels, and their equivalents at another company.',
  args: [
    { name: 'company?', about: 'Its slug or name (default: list all companies).' },
    { name: 'other?', about: 'The company to find equivalents at.' },
  ],
  options: [{ flags: '--level <code>', about: 'Only this level of the first, such as L5.' }],
  examples: ['crm salary levels', 'crm salary levels google', 'crm salary levels google meta --level L5'],
  async run(call) {
    const [company, other] = call.args
    if (textOf(call.options, 'level') !== undefined && other === undefined)
      misused('Name two companies with --level: crm salary levels google meta --level L5')
    if (company?.trim() === '' || other?.trim() === '') misused('Name a company: crm salary levels google')
    if (company === undefined) return listCompanyRows(call)
    return other === undefined ? ladder(call, company) : compareCompanies(call, company, other)
  },
}

const companyColumns = columnsOf<AnswerOf<typeof listCompanies>['data'][number]>({
  slug: { title: 'COMPANY', paint: 'bold', minWidth: 16 },
  company: { title: 'NAME', yields: 1, minWidth: 12 },
  tracks: { align: 'right' },
  levels: { align: 'right' },
})

async function listCompanyRows({ client, out }: Run): Promise<void> {
  const page = await client.call(listCompanies, {})
  const companies = client.envelopes.partOf(page, page.data)
  out.list(companies, companies, companyColumns, '')
}

const levelColumns = columnsOf<AnswerOf<typeof getCompany>['tracks'][number]['levels'][number]>({
  track: { yields: 3, minWidth: 10 },
  code: { title: 'LEVEL', paint: 'bold' },
  title: { minWidth: 14 },
  generic_level: { title: 'OF 7', align: 'right' },
  median_years_experience: { title: 'YEARS', align: 'right', yields: 2 },
  confidence: { title: 'SURE', yields: 4, minWidth: 6 },
  scope: { yields: 5, minWidth: 16 },
})

async function ladder({ client, out }: Run, company: string): Promise<void> {
  const framework = await client.call(getCompany, { slug: company })
  const levels = framework.tracks.flatMap((track) => track.levels)
  out.list(framework, levels, levelColumns, '')
  if (!out.json) for (const reason of Object.values(framework.reasons)) out.note(reason)
}

const codesOf = ({ equivalents }: LevelPair): string | null =>
  equivalents.map(({ level }) => level.code).join(', ') || null

const comparedColumns = (from: string, to: string): Column<LevelPair>[] =>
  columnsOf<LevelPair>({
    track: { value: ({ level }) => level.track, yields: 4, minWidth: 10 },
    from: { title: from.toUpperCase(), value: ({ level }) => level.code, paint: 'bold' },
    title: { value: ({ level }) => level.title, yields: 3, minWidth: 12 },
    to: { title: to.toUpperCase(), value: (row) => codesOf(row) ?? '—', plain: codesOf, paint: 'bold' },
    other: {
      ...{ title: 'TITLE', yields: 2, minWidth: 12 },
      value: ({ equivalents, reason }) => equivalents[0]?.level.title ?? reason,
    },
    sure: { value: ({ equivalents }) => equivalents[0]?.confidence ?? null, yields: 1, minWidth: 6 },
  })

async function compareCompanies({ client, out, options }: Run, from: string, to: string): Promise<number> {
  const level = textOf(options, 'level')
  const compared = await client.call(compareLevels, { from, to, level })
  out.list(compared, compared.levels, comparedColumns(compared.from.company, compared.to.company), '')
  if (!out.json) out.note(compared.note)
  return compared.levels.some(({ equivalents }) => equivalents.length) ? 0 : 3
}

type Skills = AnswerOf<typeof listSkills>

const skillsCommand: Command = {
  name: 'skills',
  about: 'Show what a role asks for, and which skills go with more pay.',
  operation: 'skills.list',
  args: [{ name: 'role...?', about: 'A slug or plain words (default: premiums only).' }],
  examples: ['crm salary skills "data scientist"', 'crm salary skills --json premiums'],
  async run({ rest, client, out }: Run) {
    const role = rest.length ? roleIn(rest.join(' '), 'crm salary skills "data scientist"') : undefined
    const answer = await asUsage(withProgress(client, role ?? '', () => client.call(listSkills, { role })))
    noteInterpretation(out, answer)
    if (out.look.isTerminal && !out.json) out.raw(skillsText(answer, out.look))
    else out.list(answer, rowsOf(answer), ROWS, '')
    return rowsOf(answer).length ? 0 : NO_DATA
  },
}

/** Rows for programs: premiums, tools and general skills in one table. */
const rowsOf = ({ premiums, technologies, core_skills: core }: Skills) => [
  ...premiums.map(({ skill, premium_pct, low_pct, high_pct, offers }) => ({
    kind: 'premium',
    name: skill,
    values: [premium_pct, low_pct, high_pct, offers],
  })),
  ...technologies.map(({ name, ...tool }) => ({ kind: 'technology', name, values: [marksOf(tool)] })),
  ...core.map(({ skill, importance }) => ({ kind: 'skill', name: skill, values: [importance] })),
]

const marksOf = ({ hot, in_demand }: { hot: boolean; in_demand: boolean }): string =>
  [hot && 'hot', in_demand && 'in demand'].filter(Boolean).join(',')

const ROWS = columnsOf<ReturnType<typeof rowsOf>[number]>({
  ...{ kind: {}, name: {} },
  ...Object.fromEntries(
    [0, 1, 2, 3].map((at) => [`value ${at}`, { value: ({ values }) => values[at] ?? null }]),
  ),
})

const premiumColumns = columnsOf<Skills['premiums'][number]>({
  skill: { minWidth: 14 },
  pay: { value: ({ premium_pct: percent }) => percentChange(percent), align: 'right' },
  between: {
    ...{ title: 'BETWEEN (95 %)', align: 'right', yields: 1 },
    value: ({ low_pct: low, high_pct: high }) => `${percentChange(low)} … ${percentChange(high)}`,
  },
  offers: { value: ({ offers }) => counted(offers), align: 'right', yields: 3 },
})

const MAX_TOOLS = 12
const MEASURED = 'crm salary lineage shows how each was measured, by its id in --json.'

/** Premiums come first, so that the role's skills end up just above the prompt. Insignificant ones are only counted. */
function skillsText(answer: Skills, look: Look): string {
  const { role, premiums, technologies, core_skills: core, caveat, reasons } = answer
  const width = Math.min(look.width, 100)
  const sure = premiums.filter(({ significant }) => significant)
  const sorted = sure.sort((a, b) => b.premium_pct - a.premium_pct)
  const sought = technologies.filter(({ hot, in_demand }) => hot || in_demand)
  const tools = (sought.length ? sought : technologies).slice(0, MAX_TOOLS).map(({ name }) => name)
  const more = technologies.length - tools.length
  const labelled = (label: string, text: string) => {
    const lines = wrapped(text, width - 2).map((line) => `  ${line}\n`)
    return text && `${painted(label, 'bold', look)}\n${lines.join('')}`
  }
  const chance = premiums.length - sure.length
  const unsure = chance ? ` For ${chance} more skills the difference could be chance (--json has them).` : ''
  return [
    role ? `${painted(role.title, 'bold', look)}\n` : '',
    sorted.length ? renderTable(sorted, premiumColumns, look) : '',
    labelled('Tools asked for', `${tools.join(' · ')}${more > 0 ? ` · and ${more} more (--json)` : ''}`),
    labelled('What matters', core.map(({ skill, importance }) => `${skill} ${importance}`).join(' · ')),
    labelled('About pay', premiums.length ? `${caveat}${unsure} ${MEASURED}` : (reasons['premiums'] ?? '')),
  ]
    .filter(Boolean)
    .join('\n')
}

type Match = AnswerOf<typeof searchRoles>['data'][number]
type City = AnswerOf<typeof listCities>['data'][number]
type Role = AnswerOf<typeof listRoles>['data'][number]

const roleColumns: Column<Role>[] = [
  ...columnsOf<Role>({
    slug: { title: 'ROLE', minWidth: 20, paint: 'bold' },
    title: { yields: 2, minWidth: 14 },
  }),
  figureColumn('SURVEY MEDIAN', ({ national_median: median }) => median, dollars, { none: '—' }),
]

const matchColumns: Column<Match>[] = [
  ...roleColumns,
  ...columnsOf<Match>({
    score: { value: ({ score }) => score.toFixed(2), plain: ({ score }) => score, yields: 1, minWidth: 5 },
    matched: { yields: 3, minWidth: 10 },
    experience: { title: 'LEVEL', yields: 4, minWidth: 5 },
  }),
]

/** Lists rows of an answer. If there are none, exits with 3 and prints the reason, also in a pipe. */
function listed<Row extends object>(
  out: Output,
  answer: object,
  rows: readonly Row[],
  columns: Column<Row>[],
  empty: string,
): number {
  out.list(answer, rows, columns, empty)
  if (!rows.length && !out.look.isTerminal && !out.json) out.note(empty)
  return rows.length ? 0 : 3
}

const searchCommand: Command = {
  name: 'search',
  about: 'Find roles by free text, best first.',
  operation: 'salaries.search',
  args: [{ name: 'words...', about: 'A title or short form, also with typos: "sr sofware enginer", rn.' }],
  examples: ['crm salary search "nurse practicioner"', 'crm salary search pm --json slug,score'],
  options: [{ flags: '-n, --limit <n>', about: 'Maximum number to show (1–50, default 50).' }, ...ALL_OPTION],
  async run({ rest, options, client, out }) {
    const q = roleIn(rest.join(' '), 'crm salary search "nurse practicioner"')
    const limit = limitOf(options)
    const page = await client.call(searchRoles, { q, limit })
    for (let at = page; isOn(options, 'all') && at.next_cursor !== null; page.next_cursor = at.next_cursor) {
      at = await client.call(searchRoles, { q, cursor: at.next_cursor })
      page.data.push(...at.data)
    }
    const empty = 'No role is like that. crm salary roles lists them all.'
    return listed(out, page, page.data, matchColumns, empty)
  },
}

const matchesFilter = (filter: readonly string[], ...texts: string[]): boolean => {
  const all = texts.join(' ').toLowerCase()
  return filter.every((word) => all.includes(word.toLowerCase()))
}

const rolesCommand: Command = {
  name: 'roles',
  about: 'List every role with its national median in the survey.',
  operation: 'salaries.roles',
  args: [{ name: 'words...?', about: 'Only those containing all of these words.' }],
  examples: ['crm salary roles nurse', 'crm salary roles | wc -l'],
  async run({ rest, client, out }) {
    const all = await client.call(listRoles, {})
    const data = all.data.filter(({ slug, title }) => matchesFilter(rest, slug, title))
    const rows = client.envelopes.partOf(all, data)
    return listed(out, rows, rows, roleColumns, 'No role holds these words. Try crm salary search.')
  },
}

const cityColumns: Column<City>[] = [
  ...columnsOf<City>({
    slug: { title: 'CITY', minWidth: 16, paint: 'bold' },
    name: { yields: 2, minWidth: 10 },
    state: { yields: 3, minWidth: 5 },
  }),
  figureColumn(
    'PRICES',
    (city) => city.cost_of_living_multiplier,
    (prices) => `× ${prices.toFixed(2)}`,
  ),
]

const citiesCommand: Command = {
  name: 'cities',
  about: 'List every city with its price level relative to the nation.',
  operation: 'salaries.cities',
  args: [{ name: 'words...?', about: 'Only those containing all of these words.' }],
  examples: ['crm salary cities', 'crm salary cities tx --json slug'],
  async run({ rest, client, out }) {
    const all = await client.call(listCities, {})
    const data = all.data.filter(({ slug, name, state }) => matchesFilter(rest, slug, name, state))
    const rows = client.envelopes.partOf(all, data)
    return listed(out, rows, rows, cityColumns, 'No city matches. crm salary show also accepts suburbs.')
  },
}

export const commands: Command[] = [searchCommand, rolesCommand, citiesCommand, skillsCommand, levelsCommand]
