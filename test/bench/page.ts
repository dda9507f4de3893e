// The page of figures, docs/performance.md, as `npm run bench -- --write docs/performance.md` writes it.
import { columnsOf, type Row } from './row.ts'

const ABOUT = `# Performance

\`npm run bench -- --write docs/performance.md\` writes this page. It measures the product and a floor in turn, in one run: the ratio is
the median of the rounds, and it is what counts. The floor is what the same work costs without the product. A figure that misses its
aim says \`short\`. Run it on a machine that does nothing else.
`

/** The page: when and where it was measured, and one table. */
export function pageOf(rows: readonly Row[], machine: string, parts: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const [head, ...cells] = columnsOf(rows)
  const line = (each: readonly string[]): string => `| ${each.join(' | ')} |`
  const rule = head!.map(() => '---')
  return `${[ABOUT, `Measured on ${day}: ${machine}. Parts: ${parts.join(', ')}.\n`, ...[head!, rule, ...cells].map(line)].join('\n')}\n`
}
