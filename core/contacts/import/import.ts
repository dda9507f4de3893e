// Imports rows of contacts: completes existing people and adds new ones.
import { everyJob } from '../../jobs/references.ts'
import { keysOf, listIn, picked, must } from '../../kernel/narrow.ts'
import type { Transaction } from '../../database/transaction.ts'
import { isPublicMail } from '../../reading/people.ts'
import type { Context } from '../../kernel/context.ts'
import { isUnchanged, parse, refuseMoreTags } from '../../kernel/schema.ts'
import { appendLines } from '../../sheets/fields.ts'
import { worksElsewhere } from '../../jobs/import/people.ts'
import { knownId } from '../../sheets/links.ts'
import { plain } from '../../sheets/text.ts'
import { type RowResult, eachRow, type Importer, importRows, rowResult } from '../../sheets/import.ts'
import type { ImportIn } from '../../sheets/report.ts'
import type { Row } from '../../sheets/sheet.ts'
import { changeContact, createContact } from '../changes.ts'
import { CONTACT, type Contact, ContactChange, ContactIn } from '../fields.ts'
import * as store from '../store.ts'
import type { Field } from './columns.ts'
import { type ContactRow, contactRows, toContact, matchKeysOf } from './to-contact.ts'

const importer: Importer<Field, { name: string | null; company: string | null }> = {
  ...contactRows,
  async run(tx, rows, reading) {
    const index = indexOf(await store.listEveryContact(tx.sql, tx.principal.userId))
    const jobs = new Set((await everyJob(tx.sql, tx.principal.userId)).map(({ id }) => id))
    const reads = new Map(rows.map((row) => [row, toContact(row, reading)]))
    const own = new Set([...reads.values()].flatMap((read) => ('problem' in read ? [] : (read.id ?? []))))
    const state = { index, own, lineOf: new Map<string, number>() }
    const readRow = (row: Row) => withKnownJobs(must(reads.get(row)), jobs)
    return eachRow(tx, rows, readRow, (read, { line }) => applyRow(tx, line, read, state))
  },
}

/** The row without links to unknown jobs; `left` lists those. */
function withKnownJobs(read: ReturnType<typeof toContact>, jobs: ReadonlySet<string>) {
  if ('problem' in read || !read.fields.jobIds) return read
  const about = { isKnown: (id: string) => jobs.has(id), left: read.left }
  read.fields.jobIds = read.fields.jobIds.filter((id) => knownId(id, 'jobIds', about) !== null)
  return read
}

export const importContactRows = (ctx: Context, input: ImportIn) => importRows(ctx, input, importer)

type Index = Map<string, Contact[]>

interface State {
  index: Index
  /** The crm ids in this file. Only the row with such an id matches its contact. */
  own: ReadonlySet<string>
  lineOf: Map<string, number>
}

function indexOf(contacts: readonly Contact[]): Index {
  const index: Index = new Map()
  for (const contact of contacts) addTo(index, contact)
  return index
}

function addTo(index: Index, contact: Contact): void {
  for (const key of matchKeysOf(contact)) listIn(index, key).push(contact)
}

function findMatch({ id, fields }: ContactRow, { index, own }: State): Contact | undefined | 'several' {
  if (id !== null) return index.get(`id ${id}`)?.[0]
  for (const key of matchKeysOf(fields)) {
    const isName = key.startsWith('name ')
    const found = (index.get(key) ?? []).filter(
      (contact) => !own.has(contact.id) && !(isName && isNamesake(contact, fields)),
    )
    if (found.length > 1) return 'several'
    if (found[0]) return found[0]
  }
  return undefined
}

type ContactAddress = Pick<ContactRow['fields'], 'email' | 'company'>

/** Whether two contacts of one name are different people: other addresses, and neither company nor employer's domain in common. */
function isNamesake(one: ContactAddress, other: ContactAddress): boolean {
  if (!one.email || !other.email || plain(one.email) === plain(other.email)) return false
  const [here, there] = [one, other].map(({ email }) => plain(email).split('@')[1] ?? '')
  const isAtOne = plain(one.company) !== '' && plain(one.company) === plain(other.company)
  return !isAtOne && (here !== there || isPublicMail(must(here)))
}

async function applyRow(tx: Transaction, line: number, row: ContactRow, state: State): Promise<RowResult> {
  const match = findMatch(row, state)
  if (match === 'several')
    return rowResult('failed', null, 'Several contacts are like this one; add the id or the e-mail address.')
  if (match === undefined) return addContact(tx, line, row, state)
  const earlier = state.lineOf.get(match.id)
  const change = changeOf(match, row)
  if (isUnchanged(match, { ...match, ...change }))
    return rowResult('skipped', match.id, earlier ? `The same as line ${earlier}.` : 'Already there.')
  const clash = `Line ${earlier} is the same person with other values; make one row of them.`
  if (earlier !== undefined) return rowResult('failed', null, clash)
  state.lineOf.set(match.id, line)
  const { notes, tags, ...fields } = change
  if (row.id === null) refuseMoreTags(tags ?? [], match.tags)
  const parsed = parse(ContactChange(), fields)
  const after = await changeContact(tx, match.id, { ...parsed, notes, tags })
  Object.assign(match, after)
  return rowResult('updated', match.id, `Changes ${Object.keys(change).join(', ')}.`)
}

type Person = Pick<ContactRow['fields'], 'name' | 'type' | 'company' | 'email' | 'phone' | 'linkedinUrl'>

/** Returns a function that stores the people of a job row: it adds, completes or links contacts, and says what it did. */
export async function openPersonImporter(tx: Transaction) {
  const all = await store.listEveryContact(tx.sql, tx.principal.userId)
  const byName = new Map<string, Contact[]>()
  const remember = (contact: Contact) => listIn(byName, plain(contact.name)).push(contact)
  all.forEach(remember)
  const state = { index: indexOf(all), own: new Set<string>(), lineOf: new Map<string, number>() }
  return async (jobId: string, people: readonly Person[]): Promise<string[]> => {
    const sentences: string[] = []
    for (const person of people) {
      const row = { id: null, fields: person, createdAt: null, left: [] }
      const match = findMatch(row, state) ?? linkedOrFree(byName.get(plain(person.name)) ?? [], jobId, person)
      if (match === 'several') sentences.push(`Several contacts are called ${person.name}; none is linked.`)
      else if (match) sentences.push(...(await completeContact(tx, match, person, jobId)))
      else {
        const { id } = await addContact(tx, 0, { ...row, fields: { ...person, jobIds: [jobId] } }, state)
        remember(must(state.index.get(`id ${must(id)}`)?.[0]))
        sentences.push(`Adds the contact ${person.name}.`)
      }
    }
    return sentences
  }
}

/** Of the contacts with this name, the one linked to the job; if none is, the one without a company. */
function linkedOrFree(named: readonly Contact[], jobId: string, person: Person) {
  const linked = named.filter(({ jobIds }) => jobIds.includes(jobId))
  const free = named.filter(
    (known) => !known.company && !isNamesake(known, person) && !worksElsewhere(known, person.company ?? ''),
  )
  const [only, ...others] = linked.length ? linked : free
  return others.length ? 'several' : only
}

const MOST_JOBS = CONTACT.fields.jobIds.max ?? Infinity

async function completeContact(tx: Transaction, known: Contact, person: Person, jobId: string) {
  const isLinked = known.jobIds.includes(jobId)
  const empty = keysOf(person).filter((field) => known[field] === null)
  const others = (['email', 'phone', 'linkedinUrl'] as const).flatMap((field) =>
    known[field] && person[field] && plain(known[field]) !== plain(person[field]) ? [person[field]] : [],
  )
  const kept = others.map((text) => `The contact ${known.name} is kept as it is; the file says ${text}.`)
  if (isLinked && !empty.some((field) => person[field] !== undefined)) return kept
  if (!isLinked && known.jobIds.length >= MOST_JOBS)
    return [`The contact ${known.name} has ${MOST_JOBS} jobs already; this one is not linked.`]
  const jobIds = isLinked ? known.jobIds : [...known.jobIds, jobId].sort()
  Object.assign(known, await changeContact(tx, known.id, { ...picked(person, empty), jobIds }))
  return [`${isLinked ? 'Completes' : 'Links'} the contact ${known.name}.`, ...kept]
}

async function addContact(
  tx: Transaction,
  line: number,
  { id, fields, createdAt }: ContactRow,
  { index, lineOf }: State,
): Promise<RowResult> {
  const { notes, tags, ...rest } = fields
  const contact = await createContact(tx, { ...parse(ContactIn(), rest), notes, tags }, { id, createdAt })
  const [namesake] = matchKeysOf(fields).flatMap((key) => index.get(key) ?? [])
  addTo(index, contact)
  lineOf.set(contact.id, line)
  const other = id === null && namesake ? `Another person than ${namesake.name}, ${namesake.email}.` : null
  return rowResult('created', contact.id, other)
}

/** The fields that a row changes. A row from another program adds notes, tags and jobs. No row clears a field or moves a date back. */
function changeOf(known: Contact, { id, fields: { lastContactedAt: at, ...fields } }: ContactRow) {
  const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]
  const added = id === null && {
    ...(fields.notes && { notes: appendLines(known.notes, fields.notes) }),
    ...(fields.tags && { tags: union(known.tags, fields.tags) }),
    ...(fields.jobIds && { jobIds: union(known.jobIds, fields.jobIds).sort() }),
  }
  const later = at && at > (known.lastContactedAt ?? '') && { lastContactedAt: at }
  const merged: Partial<Contact> = { ...fields, ...added, ...later }
  const changed = keysOf(merged).filter(
    (field) => JSON.stringify(merged[field]) !== JSON.stringify(known[field]),
  )
  return picked(merged, changed)
}
