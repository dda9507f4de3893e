// Reads priorities as other trackers write them: by name, by rank, or as excitement in stars.
import { entriesOf } from '../../kernel/narrow.ts'
import type { Priority } from '../fields.ts'

const priorities: Readonly<Record<Priority, string>> = {
  high: 'high, highest, urgent, top, critical, must, dream, dream job, a, p0, p1, 1, yes',
  medium: 'medium, med, normal, moderate, mid, average, b, p2, 2',
  low: 'low, lowest, minor, c, p3, p4, 3, backup, safety',
}
const priorityOf = new Map(
  entriesOf(priorities).flatMap(([priority, list]) =>
    list.split(', ').map((word) => [word, priority] as const),
  ),
)
const excitement: readonly Priority[] = ['low', 'low', 'low', 'medium', 'high', 'high']

/** By name or rank (1 is highest), or an excitement in stars (5 is highest); `aside` are lines for the notes. */
export function readPriority(
  named: string | undefined,
  felt: string | undefined,
): { priority?: Priority; aside: string[] } {
  const stars =
    felt === undefined ? undefined : /^[★⭐]+$/u.test(felt) ? [...felt].length : Number(felt.split('/')[0])
  const byName = priorityOf.get(named?.toLowerCase() ?? '')
  const byStars = priorityOf.get(felt?.toLowerCase().match(/^[a-z]+$/)?.[0] ?? '') ?? excitement[stars ?? -1]
  const priority = byName ?? byStars
  return {
    ...(priority && { priority }),
    aside: [
      ...(named !== undefined && !byName ? [`Priority: ${named}`] : []),
      ...(felt !== undefined && (byName !== undefined || !byStars) ? [`Excitement: ${felt}`] : []),
    ],
  }
}
