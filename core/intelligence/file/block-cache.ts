// Keeps the blocks of a pay file that were read last, so that the rows asked for most are decoded once.

/** Characters kept, over all blocks: two thousand questions' worth, in about twice as many bytes. */
const MAX_CHARACTERS = 6_000_000

export interface BlockCache {
  get(at: number): readonly string[] | undefined
  /** Keeps the lines of the block at a position, and returns them. */
  put(at: number, lines: readonly string[]): readonly string[]
}

/** An empty cache that evicts the block whose last use was longest ago. */
export function createBlockCache(maxCharacters = MAX_CHARACTERS): BlockCache {
  const blocks = new Map<number, readonly string[]>()
  let kept = 0
  const sizeOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0)
  return {
    get(at) {
      const lines = blocks.get(at)
      if (!lines) return undefined
      blocks.delete(at)
      blocks.set(at, lines)
      return lines
    },
    put(at, lines) {
      kept += sizeOf(lines)
      blocks.set(at, lines)
      for (const [oldest, old] of blocks) {
        if (kept <= maxCharacters || oldest === at) break
        blocks.delete(oldest)
        kept -= sizeOf(old)
      }
      return lines
    },
  }
}
