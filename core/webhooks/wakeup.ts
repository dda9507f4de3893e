// A wait that can be ended early.

interface Wakeup {
  /** Ends the current wait; without one, the next wait ends immediately. */
  wake(): void
  /** Resolves when woken, or after this time. */
  wait(ms: number): Promise<void>
}

export function createWakeup(): Wakeup {
  let isWoken = false
  let end = () => {}
  return {
    wake() {
      isWoken = true
      end()
    },
    async wait(ms) {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      end = () => {}
      isWoken = false
    },
  }
}
