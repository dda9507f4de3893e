// Looks for changes that others made, so that the board shows them within two seconds.
import type { BoardPort } from './port.ts'

/** How often it looks, leaving half a second to read what changed. */
const LOOK_MS = 1_500

interface Looking {
  port: Pick<BoardPort, 'mark'>
  /** Whether a change of ours is under way, which a look must not overtake. */
  isBusy(): boolean
  /** Shows what changed. */
  catchUp(): Promise<void>
}

/** Looks until the returned function is called: what differs from the last look is caught up with at once. */
export function lookForOthers({ port, isBusy, catchUp }: Looking): () => void {
  let known: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking || isBusy()) return
    isLooking = true
    // A failed look is not worth a message: the next one comes soon.
    const mark = await port.mark().catch(() => known)
    if (mark !== known && !isBusy())
      await catchUp().then(
        () => (known = mark),
        () => {},
      )
    isLooking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}
