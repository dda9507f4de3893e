// `crm salary lineage`: the sources and steps behind a figure.
import { showLineage } from '../../core/intelligence/lineage/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { AnswerOf } from '../client.ts'
import type { Command } from '../command.ts'
import { dollars, percentChange } from '../ui/money.ts'
import { painted, type Column, type Look } from '../ui/table.ts'
import { headingOf } from '../ui/heading.ts'
import { wrapped } from '../ui/wrap.ts'
import { subjectOf } from './salary-figure.ts'

type Lineage = AnswerOf<typeof showLineage>
type Step = Lineage['steps'][number]

const columns: Column<Step>[] = [
  { title: 'STEP', value: ({ step }) => step },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'SOURCE', value: ({ source }) => source },
  { title: 'FORMULA', value: ({ formula }) => formula },
  { title: 'VALUE', value: ({ value }) => value },
]

const EXAMPLE = 'crm salary lineage comp:registered-nurse:el-paso-tx:base:2025-Q2'

export const lineageCommand: Command = {
  name: 'lineage',
  about: 'Show where a figure comes from: its sources and steps.',
  operation: 'lineage.get',
  args: [
    {
      name: 'id',
      about: 'A data_point_id; crm salary show prints it last, --json has those of all figures.',
    },
  ],
  examples: [
    EXAMPLE,
    'crm salary lineage occupation:29-1141:national:median:2025-Q2',
    'crm salary lineage skill:machine-learning:national:premium:2025-Q2',
  ],
  async run({ args, client, out }) {
    const id = args[0]?.trim()
    if (!id) fail('usage', { problem: `Name a figure by its id: ${EXAMPLE}` })
    const answer = await client.call(showLineage, { data_point_id: id })
    if (out.look.isTerminal && !out.json) out.raw(lineageText(answer, out.look))
    else out.list(answer, answer.steps, columns, '')
  },
}

/** `Registered Nurse in El Paso, TX`, `Registered Nurses nationwide`, or `java`. */
const figureNameOf = ({ role, city, occupation, skill }: Lineage): string =>
  role
    ? subjectOf({ role, city, understood: null })
    : occupation
      ? `${occupation.soc_title} (${occupation.soc_code}) nationwide`
      : (skill ?? '')

/** An amount, the percentage of a premium, or the metric where it is neither. */
function valueOf({ value, metric, inputs }: Lineage): string {
  const { premium_pct: percent } = inputs
  if (value !== null) return dollars(value)
  return typeof percent === 'number' ? percentChange(percent) : metric
}

function lineageText(answer: Lineage, look: Look): string {
  const { metric, quarter, kind, steps, sources, note } = answer
  const width = Math.min(look.width, 100)
  const bold = (text: string) => painted(text, 'bold', look)
  const within = (margin: number, text: string) =>
    wrapped(text, width - margin).map((line) => `${' '.repeat(margin)}${line}`)
  const lines = [
    ...within(0, `${figureNameOf(answer)}: ${valueOf(answer)}`).map(bold),
    ...within(0, `${metric}, ${quarter}, ${kind}.${note ? ` ${note}` : ''}`),
    '',
    ...steps.flatMap(({ step, source, formula, value }, at) => [
      ...headingOf(`${at + 1}. ${step}`, `(${source})`, { ...look, width }),
      ...within(3, formula),
      ...within(3, `= ${value}`),
    ]),
    '',
    bold('Sources'),
    ...sources.flatMap(({ name, title, publisher, vintage, licence }) =>
      within(2, `${name}: ${publisher}, ${title}, ${vintage} (${licence})`),
    ),
    '',
    ...within(
      0,
      `Data ${answer.data_version}, method ${answer.methodology_version}; crm salary methodology explains how.`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
