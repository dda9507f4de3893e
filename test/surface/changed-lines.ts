// A readable difference of two texts: removed and added lines, and where they begin.

const MAX_SHOWN = 40

/**
 * The lines between the common start and the common end, `-` removed and `+` added, truncated when there are
 * many.
 */
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
  lines.length <= MAX_SHOWN
    ? lines
    : [...lines.slice(0, MAX_SHOWN), `  … ${lines.length - MAX_SHOWN} lines more`]
