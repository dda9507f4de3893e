// Groups of filed offers: the minimum size, and the percentiles of a group.

/** A group with fewer offers or fewer employers shows no figures. */
export const MIN_OFFERS = 5
export const MIN_EMPLOYERS = 3

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9]

/** Percentiles 10…90. An employer weighs the square root of its offers: a thousand filings show one pay policy. */
export function weightedQuantiles(offers: readonly { pay: number; employer: string }[]): number[] {
  const counts = new Map<string, number>()
  for (const { employer } of offers) counts.set(employer, (counts.get(employer) ?? 0) + 1)
  const weightOf = (employer: string) => 1 / Math.sqrt(counts.get(employer) ?? 1)
  const sorted = [...offers].sort((a, b) => a.pay - b.pay)
  const total = sorted.reduce((sum, { employer }) => sum + weightOf(employer), 0)
  return SHARES.map((share) => {
    let weightLeft = share * total
    return (
      (sorted.find(({ employer }) => (weightLeft -= weightOf(employer)) <= 0) ?? sorted.at(-1))?.pay ??
      Number.NaN
    )
  })
}
