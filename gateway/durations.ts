// The request duration histogram in Prometheus format. Counted here because prom-client builds strings and
// objects from the labels of each request, which takes longer than everything else recorded about it.
import { SECOND_MS } from '../core/kernel/clock.ts'

export interface Durations {
  observe(method: string, route: string, status: number, durationMs: number): void
  /** The Prometheus exposition text. */
  text(): string
}

/** Upper bounds of the buckets, in seconds; longer requests are counted in a last, unbounded bucket. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: string
  /** The count of each bucket, not cumulative. */
  counts: number[]
  sum: number
}

export function createDurations(name: string, help: string): Durations {
  const known = new Map<string, Series>()

  const add = (key: string, labels: string): Series => {
    const series = { labels, counts: new Array<number>(BUCKETS.length + 1).fill(0), sum: 0 }
    known.set(key, series)
    return series
  }

  return {
    observe(method, route, status, durationMs) {
      const key = `${method} ${status} ${route}`
      const series = known.get(key) ?? add(key, labelsOf({ method, route, status }))
      const seconds = durationMs / SECOND_MS
      let at = 0
      while (at < BUCKETS.length && seconds > BUCKETS[at]!) at += 1
      series.counts[at]! += 1
      series.sum += seconds
    },
    text: () =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...[...known.values()].flatMap(linesOf(name)),
        '',
      ].join('\n'),
  }
}

const linesOf =
  (name: string) =>
  ({ labels, counts, sum }: Series): string[] => {
    let upTo = 0
    const buckets = [...BUCKETS, '+Inf'].map((end, at) => {
      upTo += counts[at]!
      return `${name}_bucket{le="${end}",${labels}} ${upTo}`
    })
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${upTo}`]
  }

const labelsOf = (labels: Record<string, string | number>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(',')

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
