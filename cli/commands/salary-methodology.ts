// `crm salary methodology`: the formulas and their measured errors, in short.
import { showMethodology } from '../../core/intelligence/about/methodology.ts'
import type { AnswerOf } from '../client.ts'
import type { Command } from '../command.ts'
import { painted, type Column, type Look } from '../ui/table.ts'
import { headingOf } from '../ui/heading.ts'
import { wrapped } from '../ui/wrap.ts'

type Methodology = AnswerOf<typeof showMethodology>
type Method = Methodology['methods'][number]

const columns: Column<Method>[] = [
  { title: 'METHOD', value: ({ name }) => name },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'FORMULA', value: ({ formula }) => formula },
  { title: 'SOURCES', value: ({ sources }) => sources.join(',') },
  { title: 'ERROR', value: ({ error }) => error },
]

export const methodologyCommand: Command = {
  name: 'methodology',
  about: 'Show how the figures are computed, and how accurate they are.',
  operation: 'methodology.get',
  examples: ['crm salary methodology', 'crm salary methodology --json methods'],
  async run({ client, out }) {
    const answer = await client.call(showMethodology, {})
    if (out.look.isTerminal && !out.json) out.raw(methodologyText(answer, out.look))
    else out.list(answer, answer.methods, columns, '')
  },
}

function methodologyText(answer: Methodology, look: Look): string {
  const { methods, sources, not_available, methodology_version, data_version, benchmark } = answer
  const width = Math.min(look.width, 100)
  const bold = (text: string) => painted(text, 'bold', look)
  const within = (text: string) => wrapped(text, width - 2).map((line) => `  ${line}`)
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const lines = [
    ...wrapped(
      `Method ${methodology_version}, data ${data_version}, figures of ${benchmark}. In full, with every source and measurement: docs/methodology.md.`,
      width,
    ),
    ...methods.flatMap(({ name, kind, formula, error }) => [
      '',
      ...headingOf(name, `(${kind})`, { ...look, width }),
      ...within(formula),
      ...within(`Error: ${error}`),
    ]),
    '',
    bold('Sources'),
    ...within(publishers.join(' · ')),
    '',
    ...wrapped('Not available from any source, and never shown', width).map(bold),
    ...not_available.flatMap(within),
  ]
  return `${lines.join('\n')}\n`
}
