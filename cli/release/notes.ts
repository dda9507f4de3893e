// The part of the changelog that belongs to a version.

const headingOf = (version: string): RegExp =>
  new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\]?(?:\\s|$)`)

/** Whether the changelog has a section for the version. */
export const hasNotes = (changelog: string, version: string): boolean =>
  changelog.split('\n').some((line) => headingOf(version).test(line))

/** The section of a version; before it has one, what is unreleased. */
export function notesOf(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const heading = hasNotes(changelog, version) ? headingOf(version) : headingOf('Unreleased')
  const from = lines.findIndex((line) => heading.test(line))
  if (from < 0) return ''
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '))
  return `${lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join('\n')
    .trim()}\n`
}
