// `crm salary levels`: company levels and their equivalents at other companies.
import { compareLevels, getCompany, listCompanies } from '../../core/intelligence/levels/companies.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { AnswerOf } from '../client.ts'
import { textOf, type Command, type Run } from '../command.ts'
import type { Column } from '../ui/table.ts'

type Company = AnswerOf<typeof listCompanies>['data'][number]
type Level = AnswerOf<typeof getCompany>['tracks'][number]['levels'][number]
type Compared = AnswerOf<typeof compareLevels>['levels'][number]

export const levelsCommand: Command = {
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
      fail('usage', { problem: 'Name two companies with --level: crm salary levels google meta --level L5' })
    if (company?.trim() === '' || other?.trim() === '')
      fail('usage', { problem: 'Name a company: crm salary levels google' })
    if (company === undefined) return list(call)
    return other === undefined ? ladder(call, company) : compare(call, company, other)
  },
}

const companyColumns: Column<Company>[] = [
  { title: 'COMPANY', value: ({ slug }) => slug, paint: () => 'bold', minWidth: 16 },
  { title: 'NAME', value: ({ company }) => company, yields: 1, minWidth: 12 },
  { title: 'TRACKS', value: ({ tracks }) => tracks, align: 'right' },
  { title: 'LEVELS', value: ({ levels }) => levels, align: 'right' },
]

async function list({ client, out }: Run): Promise<void> {
  const page = await client.call(listCompanies, {})
  const companies = client.envelopes.partOf(page, page.data)
  out.list(companies, companies, companyColumns, '')
}

const levelColumns: Column<Level>[] = [
  { title: 'TRACK', value: ({ track }) => track, yields: 3, minWidth: 10 },
  { title: 'LEVEL', value: ({ code }) => code, paint: () => 'bold' },
  { title: 'TITLE', value: ({ title }) => title, minWidth: 14 },
  { title: 'OF 7', value: ({ generic_level: level }) => level, align: 'right' },
  { title: 'YEARS', value: ({ median_years_experience: years }) => years, align: 'right', yields: 2 },
  { title: 'SURE', value: ({ confidence }) => confidence, yields: 4, minWidth: 6 },
  { title: 'SCOPE', value: ({ scope }) => scope, yields: 5, minWidth: 16 },
]

async function ladder({ client, out }: Run, company: string): Promise<void> {
  const framework = await client.call(getCompany, { slug: company })
  const levels = framework.tracks.flatMap((track) => track.levels)
  out.list(framework, levels, levelColumns, '')
  if (!out.json) for (const reason of Object.values(framework.reasons)) out.note(reason)
}

const codesOf = ({ equivalents }: Compared): string | null =>
  equivalents.map(({ level }) => level.code).join(', ') || null

const comparedColumns = (from: string, to: string): Column<Compared>[] => [
  { title: 'TRACK', value: ({ level }) => level.track, yields: 4, minWidth: 10 },
  { title: from.toUpperCase(), value: ({ level }) => level.code, paint: () => 'bold' },
  { title: 'TITLE', value: ({ level }) => level.title, yields: 3, minWidth: 12 },
  { title: to.toUpperCase(), value: (row) => codesOf(row) ?? '—', plain: codesOf, paint: () => 'bold' },
  {
    title: 'TITLE',
    value: ({ equivalents, reason }) => equivalents[0]?.level.title ?? reason,
    yields: 2,
    minWidth: 12,
  },
  { title: 'SURE', value: ({ equivalents }) => equivalents[0]?.confidence ?? null, yields: 1, minWidth: 6 },
]

async function compare({ client, out, options }: Run, from: string, to: string): Promise<number> {
  const level = textOf(options, 'level')
  const compared = await client.call(compareLevels, { from, to, level })
  out.list(compared, compared.levels, comparedColumns(compared.from.company, compared.to.company), '')
  if (!out.json) out.note(compared.note)
  return compared.levels.some(({ equivalents }) => equivalents.length) ? 0 : 3
}
