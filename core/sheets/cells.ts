// The cells of a record in a file of ours, which an import reads back unchanged.
import { recordOf } from '../kernel/narrow.ts'
import { joinTags } from './text.ts'

export const cellsOf = (columns: readonly string[], record: object): string[] =>
  columns.map((column) => {
    const value = recordOf(record)[column] ?? ''
    if (typeof value === 'string') return value
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
    return isTexts ? joinTags(value) : JSON.stringify(value)
  })
