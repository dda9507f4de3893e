// The text of cells as other programs write it.
import { withoutControls } from '../kernel/plain-characters.ts'

/** Normalises line endings and trims whitespace, for comparing and storing values. */
export const tidy = (text: string): string => withoutControls(text).trim()

/**
 * Splits a cell into tags at commas, semicolons, bars or line breaks; a backslash escapes the next character. Those of our
 * own export are taken as they are.
 */
export function splitTags(cell: string, isOwn = false): string[] {
  const tags = cell.match(/(?:\\[^]|[^,;|\n\\])+|\\$/g) ?? []
  const said = tags.map((tag) => tag.replace(/\\([^])/g, '$1'))
  return said.map(isOwn ? (tag) => tag.trim() : tidy)
}

/** Tags in a cell, each with what would split it escaped. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,;|\n]/g, '\\$&')).join('; ')
