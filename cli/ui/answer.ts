// A model's answer as text: short values beside their names, long and multiple ones below.
import { isRecord } from '../../core/kernel/narrow.ts'
import { wordsOf } from '../../core/kernel/record.ts'

/** Formats a field as text: lists with dashes, records by their fields. */
function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length ? value.map((item) => `- ${lineOf(item)}`).join('\n') : null
  return typeof value === 'object' ? lineOf(value) : String(value)
}

function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(
      ([name, inner]) =>
        name !== 'jobId' && inner !== null && inner !== '' && !(Array.isArray(inner) && !inner.length),
    )
    .map(([, inner]) => (Array.isArray(inner) ? inner.map(lineOf).join('; ') : lineOf(inner)))
    .join(' · ')
}

/** Puts long or multiple values below a heading; a record is formatted field by field. */
function blockOf(heading: string, value: unknown): string[] {
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => blockOf(wordsOf(name), inner))
  const text = shown(value)
  if (text === null) return []
  const isLong = Array.isArray(value) || text.includes('\n') || text.length > 60
  return [isLong ? `${heading}\n${text}\n` : `${heading}: ${text}`]
}

export const answerText = (answer: object, without: readonly string[] = []): string =>
  Object.entries(answer)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => blockOf(wordsOf(name), value))
    .join('\n')
    .trimEnd()
