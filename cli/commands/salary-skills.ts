// `crm salary skills`: the skills of a role, and which go with more pay.
import { listSkills } from '../../core/intelligence/skills/operations.ts'
import type { AnswerOf } from '../client.ts'
import type { Command, Run } from '../command.ts'
import { counted, percentChange } from '../ui/money.ts'
import { painted, renderTable, type Column, type Look } from '../ui/table.ts'
import { wrapped } from '../ui/wrap.ts'
import { asUsage, withProgress, noteInterpretation, roleIn } from './salary-question.ts'
import { NO_DATA } from './salary-figure.ts'

type Skills = AnswerOf<typeof listSkills>
type Premium = Skills['premiums'][number]

export const skillsCommand: Command = {
  name: 'skills',
  about: 'Show what a role asks for, and which skills go with more pay.',
  operation: 'skills.list',
  args: [{ name: 'role...?', about: 'A slug or plain words (default: premiums only).' }],
  examples: ['crm salary skills "data scientist"', 'crm salary skills --json premiums'],
  async run({ rest, client, out }: Run) {
    const role = rest.length ? roleIn(rest.join(' '), 'crm salary skills "data scientist"') : undefined
    const answer = await asUsage(
      withProgress(client, { role: role ?? '' }, () => client.call(listSkills, { role })),
    )
    noteInterpretation(out, answer)
    if (out.look.isTerminal && !out.json) out.raw(skillsText(answer, out.look))
    else out.list(answer, rowsOf(answer), ROWS, '')
    return rowsOf(answer).length ? 0 : NO_DATA
  },
}

/** Rows for programs: premiums, tools and general skills in one table. */
interface Row {
  kind: 'premium' | 'technology' | 'skill'
  name: string
  values: (string | number)[]
}

const rowsOf = ({ premiums, technologies, core_skills: core }: Skills): Row[] => [
  ...premiums.map(({ skill, premium_pct, low_pct, high_pct, offers }): Row => ({
    kind: 'premium',
    name: skill,
    values: [premium_pct, low_pct, high_pct, offers],
  })),
  ...technologies.map(({ name, ...tool }): Row => ({ kind: 'technology', name, values: [marksOf(tool)] })),
  ...core.map(({ skill, importance }): Row => ({ kind: 'skill', name: skill, values: [importance] })),
]

const marksOf = ({ hot, in_demand }: { hot: boolean; in_demand: boolean }): string =>
  [hot && 'hot', in_demand && 'in demand'].filter(Boolean).join(',')

const ROWS: Column<Row>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name },
  ...[0, 1, 2, 3].map((at): Column<Row> => ({ title: '', value: ({ values }) => values[at] ?? null })),
]

const premiumColumns: Column<Premium>[] = [
  { title: 'SKILL', value: ({ skill }) => skill, minWidth: 14 },
  { title: 'PAY', value: ({ premium_pct: percent }) => percentChange(percent), align: 'right' },
  {
    title: 'BETWEEN (95 %)',
    value: ({ low_pct: low, high_pct: high }) => `${percentChange(low)} … ${percentChange(high)}`,
    align: 'right',
    yields: 1,
  },
  { title: 'OFFERS', value: ({ offers }) => counted(offers), align: 'right', yields: 3 },
]

const MAX_TOOLS = 12
const MEASURED = 'crm salary lineage shows how each was measured, by its id in --json.'

/**
 * Premiums come first, so that the role's skills end up just
 * above the prompt. Insignificant premiums are only counted.
 */
function skillsText(
  { role, premiums, technologies, core_skills: core, caveat, reasons }: Skills,
  look: Look,
) {
  const width = Math.min(look.width, 100)
  const sure = premiums.filter(({ significant }) => significant)
  const sorted = sure.sort((a, b) => b.premium_pct - a.premium_pct)
  const sought = technologies.filter(({ hot, in_demand }) => hot || in_demand)
  const tools = (sought.length ? sought : technologies).slice(0, MAX_TOOLS).map(({ name }) => name)
  const more = technologies.length - tools.length
  const said = (label: string, text: string) =>
    text
      ? `${painted(label, 'bold', look)}\n${wrapped(text, width - 2)
          .map((line) => `  ${line}\n`)
          .join('')}`
      : ''
  const chance = premiums.length - sure.length
  const unsure = chance ? ` For ${chance} more skills the difference could be chance (--json has them).` : ''
  return [
    role ? `${painted(role.title, 'bold', look)}\n` : '',
    sorted.length ? renderTable(sorted, premiumColumns, look) : '',
    said('Tools asked for', `${tools.join(' · ')}${more > 0 ? ` · and ${more} more (--json)` : ''}`),
    said('What matters', core.map(({ skill, importance }) => `${skill} ${importance}`).join(' · ')),
    said('About pay', premiums.length ? `${caveat}${unsure} ${MEASURED}` : (reasons['premiums'] ?? '')),
  ]
    .filter(Boolean)
    .join('\n')
}
