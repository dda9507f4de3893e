// Compares and cleans the texts of cells, and recognises those that have no value.
import spellings from '../../sql/data/reading/spellings.json' with { type: 'json' }
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

const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,;|\n]/g, '\\$&')).join('; ')

export const rowCells = (columns: readonly string[], record: object): string[] =>
  columns.map((column) => {
    const value = recordOf(record)[column] ?? ''
    if (typeof value === 'string') return value
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
    return isTexts ? joinTags(value) : JSON.stringify(value)
  })

// Words such as “none”, which people and programs write into cells that have no value.

const NO_VALUE = new Set(spellings.nothing.split(', '))

const YES = /^(?:yes|y|true|x|✓|✔|✅|1|ja|oui|s[iíì]|sim|tak|да|是)$/i
const NO = /^(?:no|n|false|0|nein|nee|nej|non|não|nie|нет|否)$/i

export const isYes = (text: string): boolean => YES.test(text.trim())

export const isYesOrNo = (text: string): boolean => isYes(text) || NO.test(text.trim())

/** Whether a cell has no value: such a word, with or without brackets, or only dashes and question marks. */
export function isNothing(text: string): boolean {
  if (text.length > 24) return false
  const bare = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[([<{"']+|[)\]>}"']+$/g, '')
    .trim()
  return bare === '' ? text.trim() !== '' : /^[-‐-―−_?.…/*]+$/.test(bare) || NO_VALUE.has(bare)
}
