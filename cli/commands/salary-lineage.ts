// `crm salary lineage|methodology|report`: the sources of a figure, the method of all figures, and a year's report.
import { showMethodology } from '../../core/intelligence/about/methodology.ts'
import type { showLineage } from '../../core/intelligence/lineage/operations.ts'
import { type AnswerOf, type Command, misused } from '../command.ts'
import { percentChange } from '../ui/money.ts'
import { dollars } from '../../core/kernel/amounts.ts'
import { painted, type Look } from '../ui/table.ts'
import { wrapped } from '../ui/width.ts'
import { subjectOf } from './salary-question.ts'
import { columnsOf } from '../ui/columns.ts'

type Lineage = AnswerOf<typeof showLineage>

const stepColumns = columnsOf<Lineage['steps'][number]>({
  step: {},
  kind: {},
  source: {},
  formula: {},
  value: {},
})

const EXAMPLE = 'crm salary lineage comp:registered-nurse:el-paso-tx:base:2025-Q2'

const lineageCommand: Command = {
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
    if (!id) misused(`Name a figure by its id: ${EXAMPLE}`)
    const { showLineage } = await import('../../core/intelligence/lineage/operations.ts')
    const answer = await client.call(showLineage, { data_point_id: id })
    if (out.look.isTerminal && !out.json) out.raw(lineageText(answer, out.look))
    else out.list(answer, answer.steps, stepColumns, '')
  },
}

/** `Registered Nurse in El Paso, TX`, `Registered Nurses nationwide`, or `java`. */
function figureNameOf({ role, city, occupation, skill }: Lineage): string {
  if (role) return subjectOf({ role, city, understood: null })
  return occupation ? `${occupation.soc_title} (${occupation.soc_code}) nationwide` : (skill ?? '')
}

/** An amount, the percentage of a premium, or the metric if the value is neither. */
function valueOf({ value, metric, inputs }: Lineage): string {
  const { premium_pct: percent } = inputs
  if (value !== null) return dollars(value)
  return typeof percent === 'number' ? percentChange(percent) : metric
}

function lineageText(answer: Lineage, look: Look): string {
  const { metric, quarter, kind, steps, sources, note } = answer
  const { width, bold, within } = pageFor(look)
  const versions = `Data ${answer.data_version}, method ${answer.methodology_version}`
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
    ...within(0, `${versions}; crm salary methodology explains how.`),
  ]
  return `${lines.join('\n')}\n`
}

/** A heading with a dim note beside it. If the note wraps, it is not dim. */
function headingOf(title: string, aside: string, look: Look): string[] {
  const lines = wrapped(`${title} ${aside}`, look.width)
  if (lines.length > 1) return lines.map((line) => painted(line, 'bold', look))
  return [`${painted(title, 'bold', look)} ${painted(aside, 'dim', look)}`]
}

type Methodology = AnswerOf<typeof showMethodology>

const methodColumns = columnsOf<Methodology['methods'][number]>({
  ...{ method: { value: ({ name }) => name }, kind: {}, formula: {} },
  ...{ sources: { value: ({ sources }) => sources.join(',') }, error: {} },
})

const methodologyCommand: Command = {
  name: 'methodology',
  about: 'Show how the figures are computed, and how accurate they are.',
  operation: 'methodology.get',
  examples: ['crm salary methodology', 'crm salary methodology --json methods'],
  async run({ client, out }) {
    const answer = await client.call(showMethodology, {})
    if (out.look.isTerminal && !out.json) out.raw(methodologyText(answer, out.look))
    else out.list(answer, answer.methods, methodColumns, '')
  },
}

function methodologyText(answer: Methodology, look: Look): string {
  const { methods, sources, not_available, methodology_version, data_version, benchmark } = answer
  const { width, bold, within } = pageFor(look)
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const versions = `Method ${methodology_version}, data ${data_version}, figures of ${benchmark}`
  const lines = [
    ...within(0, `${versions}. In full, with every source and measurement: docs/methodology.md.`),
    ...methods.flatMap(({ name, kind, formula, error }) => [
      '',
      ...headingOf(name, `(${kind})`, { ...look, width }),
      ...within(2, formula),
      ...within(2, `Error: ${error}`),
    ]),
    '',
    bold('Sources'),
    ...within(2, publishers.join(' · ')),
    '',
    ...within(0, 'Not available from any source, and never shown').map(bold),
    ...not_available.flatMap((text) => within(2, text)),
  ]
  return `${lines.join('\n')}\n`
}

const reportCommand: Command = {
  name: 'report',
  about: 'Print the annual US pay report as Markdown: best paid, largest, rising, falling.',
  args: [{ name: 'year?', about: 'A year of OEWS since 2013 (default: the newest).' }],
  operation: 'reports.annual',
  examples: ['crm salary report', 'crm salary report 2024 > pay-2024.md', 'crm salary report --json nation'],
  async run({ client, out, args: [named] }) {
    const year = named ?? (await client.call(showMethodology, {})).benchmark.slice(0, 4)
    const { annualReport } = await import('../../core/intelligence/reports/annual.ts')
    const report = await client.call(annualReport, { year })
    if (out.json) return out.record(report, [])
    const { reportMarkdown } = await import('../../core/intelligence/reports/markdown.ts')
    out.raw(reportMarkdown(report))
  },
}

/** The layout of a document, at most as wide as reads well. */
function pageFor(look: Look) {
  const width = Math.min(look.width, 100)
  return {
    width,
    bold: (text: string) => painted(text, 'bold', look),
    within: (margin: number, text: string) =>
      wrapped(text, width - margin).map((line) => `${' '.repeat(margin)}${line}`),
  }
}

export const commands: Command[] = [lineageCommand, methodologyCommand, reportCommand]
