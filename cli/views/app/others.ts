// Looks for changes that others made, so that the app shows them within two seconds.
import type { AppPort } from './port.ts'

/** How often it looks, leaving half a second to read what changed. */
const LOOK_MS = 1_500

interface Looking {
  port: Pick<AppPort, 'mark'>
  /** The mark from before what is shown was first read. */
  since(): string | undefined
  /** Whether a change of ours is under way, which a look must not overtake. */
  isBusy(): boolean
  /** Told whether the last look failed. */
  setAway(isAway: boolean): void
  /** Shows what changed. */
  catchUp(): Promise<void>
}

/** Looks until the returned function is called: what differs from the last look is caught up with at once. */
export function lookForOthers({ port, since, isBusy, setAway, catchUp }: Looking): () => void {
  let known: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking || isBusy()) return
    isLooking = true
    try {
      known ??= since()
      const mark = await port.mark()
      if (mark !== known && !isBusy()) {
        await catchUp()
        known = mark
      }
      setAway(false)
    } catch {
      // The next look comes soon.
      setAway(true)
    }
    isLooking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}
