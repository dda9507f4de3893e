// Columns that say something about the field of another column: a part of the country, an outcome, a number.
import type { Field } from './columns.ts'
import { progress, readStatus } from './status-aliases.ts'

export function settle(values: Map<Field, string>, rest: string[]): void {
  const take = (field: Field): string | undefined => {
    const value = values.get(field)
    values.delete(field)
    return value
  }
  const [region, number, subject, outcome] = (['region', 'number', 'subject', 'outcome'] as const).map(take)
  if (region !== undefined)
    values.set('location', [values.get('location'), region].filter(Boolean).join(', '))
  if (!values.has('role') && values.has('company') && (subject ?? number) !== undefined)
    values.set('role', subject ?? `Application ${number}`)
  else if (subject !== undefined) rest.push(`Subject: ${subject}`)
  if (number !== undefined && !values.get('role')?.includes(number)) rest.push(`Number: ${number}`)
  if (outcome === undefined) return
  const [ended, before] = [readStatus(outcome), readStatus(values.get('status') ?? '')]
  if (!values.has('status')) values.set('status', outcome)
  else if (ended && before && progress[ended.status] > progress[before.status]) {
    rest.push(`Status: ${values.get('status')}`)
    values.set('status', outcome)
  } else rest.push(`Result: ${outcome}`)
}
