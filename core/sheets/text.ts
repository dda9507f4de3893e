// Prepares text in cells of other programs for comparison.
import { withoutControls } from '../kernel/plain-characters.ts'
import { recordOf } from '../kernel/narrow.ts'

/** Normalises a name for comparison: width, case and spaces. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export const tidy = (text: string): string => withoutControls(text).trim()

/** Splits tags at commas, semicolons, bars or line breaks. A backslash escapes them. Our own tags stay as they are. */
export function splitTags(cell: string, isOwn = false): string[] {
  const tags = [...new Set(cell.match(/(?:\\[^]|[^,;|\n\\])+|\\$/g))]
  const plain = tags.map((tag) => tag.replace(/\\([^])/g, '$1'))
  return plain.map(isOwn ? (tag) => tag.trim() : tidy)
}

export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,;|\n]/g, '\\$&')).join('; ')

export const rowCells = (columns: readonly string[], record: object): string[] =>
  columns.map((column) => {
    const value = recordOf(record)[column] ?? ''
    if (typeof value === 'string') return value
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
    return isTexts ? joinTags(value) : JSON.stringify(value)
  })
