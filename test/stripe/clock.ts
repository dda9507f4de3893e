// The virtual clock: it moves forward only, and runs everything due on the way in order.
import { invalid } from './errors.ts'
import { nextTurn, turn } from './subscriptions.ts'
import type { World } from './world.ts'

const MAX_TURNS = 10_000

/** Advances to a time, running every turn that falls due. */
export function advanceTo(world: World, seconds: number): void {
  if (seconds < world.now) throw invalid('A clock only moves forward.', { param: 'frozen_time' })
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const due = [...world.subscriptions.values()]
      .map((subscription) => ({ subscription, at: nextTurn(world, subscription) ?? Infinity }))
      .filter(({ at }) => at <= seconds)
      .sort((a, b) => a.at - b.at)[0]
    if (!due) break
    world.now = Math.max(world.now, due.at)
    turn(world, due.subscription)
  }
  world.now = seconds
}
