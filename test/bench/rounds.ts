// Rounds: every contestant runs once per round, in turn, so that other load on the machine affects all of
// them.

/** The median; of two middle values, the lower. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The percentile: the value that `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

/** Runs every contestant once per round, rotating who goes first, and returns each one's samples by round. */
export async function rounds<Name extends string, Sample>(
  count: number,
  sides: Record<Name, () => Promise<Sample> | Sample>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round < count; round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length]!
      samples[name].push(await sides[name]())
    }
  return samples
}

/** The median of the per-round ratios. */
export const ratioOf = (measured: readonly number[], floor: readonly number[]): number =>
  median(measured.map((value, round) => value / floor[round]!))

/** Milliseconds of each of `count` sequential runs. */
export async function durations(count: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const started = performance.now()
    await work(turn)
    taken.push(performance.now() - started)
  }
  return taken
}
