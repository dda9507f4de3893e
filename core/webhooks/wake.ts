// Waiting for a knock, or for so long.

export interface Wake {
  /** Ends the wait, or spares the next one. */
  knock(): void
  /** Resolves at once if somebody has knocked since the last wait. */
  wait(ms: number): Promise<void>
}

export function createWake(): Wake {
  let knocked = false
  let end = () => {}
  return {
    knock() {
      knocked = true
      end()
    },
    async wait(ms) {
      if (!knocked)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      end = () => {}
      knocked = false
    },
  }
}
