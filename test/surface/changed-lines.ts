// The difference of two texts for a person: what went, what came, and the line where it begins.

const MOST_SHOWN = 40

/** Lines between the common beginning and the common end, `-` gone and `+` new, cut when there are many. */
export function changedLines(old: string, now: string): string {
  const [before, after] = [old.split('\n'), now.split('\n')]
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  const gone = before.slice(start, before.length - end).map((line) => `- ${line}`)
  const come = after.slice(start, after.length - end).map((line) => `+ ${line}`)
  return [`@ line ${start + 1}`, ...shown(gone), ...shown(come)].join('\n')
}

const shown = (lines: string[]): string[] =>
  lines.length <= MOST_SHOWN
    ? lines
    : [...lines.slice(0, MOST_SHOWN), `  … ${lines.length - MOST_SHOWN} lines more`]
