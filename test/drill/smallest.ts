// The smallest part of a failing sequence that still fails: without each step, and each death, that is not needed for it.

/** Whether a sequence fails. */
type Fails<Step> = (steps: readonly Step[]) => Promise<boolean>

/** Leaves out what is not needed for a sequence to fail, until nothing more can be left out. The first step stays. */
export async function smallest<Step extends { death: unknown }>(
  steps: readonly Step[],
  fails: Fails<Step>,
): Promise<readonly Step[]> {
  for (const smaller of smallerThan(steps)) if (await fails(smaller)) return smallest(smaller, fails)
  return steps
}

function* smallerThan<Step extends { death: unknown }>(steps: readonly Step[]): Generator<Step[]> {
  for (let at = steps.length - 1; at > 0; at -= 1) yield steps.toSpliced(at, 1)
  for (const [at, step] of steps.entries())
    if (step.death !== null) yield steps.toSpliced(at, 1, { ...step, death: null })
}
