// Values of declared fields, for tests that send every field of a record through something.
import type { Field } from '../core/kernel/field-kinds.ts'
import type { Fields, Noun } from '../core/kernel/record.ts'

export interface Links {
  job: string
  contact: string
}

/** What files, spreadsheets and programs make something of. */
const SIGNS = [
  '; ünd so',
  ', =1+1',
  ' \\ a|b',
  ' 🙂',
  ' \'quoted\' "twice"',
  ' <b>bold</b>',
  ' 100 %',
  ' 日本語',
  ' - @',
]

/** A value of a field, another one for each number. */
export function valueOf(name: string, field: Field, at: number, { job, contact }: Links): unknown {
  const { kind, of = [], in: input } = field
  const id = /^job/.test(name) ? job : contact
  if (kind === 'link') return `https://example.com/${name}/${at}`
  if (kind === 'email') return `person${at}@example.com`
  if (kind === 'tags') return [`one ${at}`, 'two']
  if (kind === 'choice') return of[at % of.length]
  if (kind === 'reference') return id
  if (kind === 'references') return [id]
  if (name === 'timeZone') return ['Europe/Berlin', 'Asia/Tokyo'][at % 2]
  if (input || kind === 'instant' || kind === 'deadline')
    return `2025-0${at + 1}-${name === 'endsAt' ? '11' : '10'}T09:30:00.000Z`
  return `A ${name}, “${at}”${SIGNS[(name.length * 7 + at * 3) % SIGNS.length]}`
}

export const settable = (noun: Noun<Fields>): [string, Field][] =>
  Object.entries(noun.fields).filter(([, { settable: said }]) => said !== 'never')
export const full = (noun: Noun<Fields>, at: number, links: Links): Record<string, unknown> =>
  Object.fromEntries(settable(noun).map(([name, field]) => [name, valueOf(name, field, at, links)]))
