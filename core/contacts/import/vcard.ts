// Contacts as vCards (RFC 6350, and 2.1 and 3.0 as address books write them), read and written.
import { withoutControls } from '../../kernel/plain-characters.ts'
import ICAL from 'ical.js'
import { escapeText, exactOf, fold, restored } from '../../sheets/content-lines.ts'
import { type Row, type Sheet, unreadable } from '../../sheets/sheet.ts'
import type { Contact } from '../fields.ts'
import { modernised } from './old-vcard.ts'

const MARK = /^(BEGIN|END):VCARD[ \t\r]*$/gim

function* cardsIn(text: string): Generator<{ card: string; line: number }> {
  let begin: number | undefined
  let [line, counted] = [1, 0]
  for (const { 0: mark, 1: kind = '', index } of text.matchAll(MARK))
    if (/begin/i.test(kind)) begin ??= index
    else if (begin !== undefined) {
      line += text.slice(counted, begin).split(/\r\n|\n|\r/).length - 1
      counted = begin
      yield { card: text.slice(begin, index + mark.length), line }
      begin = undefined
    }
}

/** The people in a file of vCards, each on its own: a damaged one does not affect the others. Never throws. */
export function readVcards(text: string): Sheet {
  const rows = [...cardsIn(text.replace(/^\uFEFF/, ''))].map(({ card, line }) => toRow(card, line))
  if (!rows.length) return unreadable('The file holds no vCards.')
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)))]
  return { rows, columns, notes: [], problem: null }
}

function toRow(card: string, line: number): Row {
  try {
    const parsed = new ICAL.Component(ICAL.parse(modernised(card)))
    return { line, cells: cellsOf(parsed).filter(([, value]) => value.length > 0), problem: null }
  } catch {
    return { line, cells: [], problem: 'The vCard is damaged.' }
  }
}

/** Properties that are about the card, not the person, or are no text. */
const SKIPPED = new Set([
  'version',
  'prodid',
  'rev',
  'photo',
  'logo',
  'sound',
  'key',
  'kind',
  'n',
  'fn',
  'uid',
])

type Cell = [column: string, value: string | string[]]

function cellsOf(card: ICAL.Component): Cell[] {
  const text = (name: string) => textOf(card.getFirstProperty(name))
  const cells: Cell[] = [['name', exact(card, 'name', text('fn') || structuredName(card))]]
  const seen = new Set<string>()
  const tags: string[] = []
  // Cards of version 3.0 escape semicolons everywhere, and the parser leaves them so.
  const isOwn = card.getFirstProperty('x-crm-id') !== null
  for (const property of card.getAllProperties()) {
    const name = property.name.replace(/^.*\./, '')
    const value = isOwn ? textOf(property) : textOf(property).replaceAll('\\;', ';')
    const isFirst = !seen.has(name)
    seen.add(name)
    const field = COLUMNS[name]
    if (field !== undefined && isFirst)
      cells.push([field, exact(card, field, value.replace(/^(?:tel|mailto):/i, ''))])
    else if (field !== undefined) cells.push([`Other ${field}`, value.replace(/^(?:tel|mailto):/i, '')])
    else if (name === 'categories') tags.push(...property.getValues().map((each) => String(each)))
    else if (OWN[name]) cells.push([OWN[name], name === 'x-crm-jobs' ? value.split(' ') : value])
    else if (/^(?:url|x-socialprofile)$/.test(name))
      cells.push([isOwn || /linkedin\./i.test(value) ? 'linkedinUrl' : 'Web page', value])
    else if (!SKIPPED.has(name) && !name.startsWith('x-')) cells.push([titleOf(name), value])
  }
  if (tags.length) cells.push(['tags', tagsOf(card, tags)])
  return cells
}

const COLUMNS: Readonly<Record<string, string>> = {
  title: 'title',
  note: 'notes',
  org: 'company',
  email: 'email',
  tel: 'phone',
}

const OWN: Readonly<Record<string, string>> = {
  'x-crm-id': 'id',
  'x-crm-type': 'type',
  'x-crm-jobs': 'jobIds',
  'x-crm-last-contacted': 'lastContactedAt',
  'x-crm-created': 'createdAt',
  'x-crm-updated': 'updatedAt',
}

const titleOf = (name: string): string => name.replace(/^./, (first) => first.toUpperCase())

function tagsOf(card: ICAL.Component, tags: readonly string[]): string[] {
  const kept = restored(
    JSON.stringify(tags),
    textOf(card.getFirstProperty('x-crm-exact-tags')) || null,
    plainTags,
  )
  return tagsIn(kept)
}

const tagsIn = (list: string): string[] => JSON.parse(list) as string[] // As our own export wrote it.

const plainTags = (list: string): string => JSON.stringify(tagsIn(list).map(plain))

function textOf(property: ICAL.Property | null): string {
  const values: unknown[] = property?.getValues() ?? []
  return values
    .flat(2)
    .map((part) => String(part ?? ''))
    .filter((part) => part.trim() !== '')
    .join(', ')
}

function structuredName(card: ICAL.Component): string {
  const parts: unknown = card.getFirstProperty('n')?.getFirstValue()
  const [last = '', first = '', middle = ''] = Array.isArray(parts)
    ? parts.map((part) => [part].flat().join(' '))
    : [String(parts ?? '')]
  return [first, middle, last].filter(Boolean).join(' ')
}

const exact = (card: ICAL.Component, field: string, shown: string): string =>
  restored(shown, textOf(card.getFirstProperty(`x-crm-exact-${field.toLowerCase()}`)) || null, plain)

const plain = (text: string): string => withoutControls(text).trim()

/** Semicolons separate only the parts of a name. */
const escaped = (text: string): string => escapeText(text, /[\\,]/g)

export const writeVcards = (contacts: readonly Contact[]): string =>
  contacts
    .map((contact) =>
      cardLines(contact)
        .map((line) => `${fold(line)}\r\n`)
        .join(''),
    )
    .join('')

function cardLines(contact: Contact): string[] {
  const text = (name: string, field: string, value: string | null): string[] => {
    if (!value) return []
    const kept = exactOf(value, plain)
    const shown = plain(value)
    const line = `${name}:${name === 'ORG' ? escapeText(shown) : escaped(shown)}`
    return [line, ...(kept ? [`X-CRM-EXACT-${field.toUpperCase()}:${kept}`] : [])]
  }
  const own = (name: string, value: string | null) => (value ? [`X-CRM-${name}:${value}`] : [])
  const tags = exactOf(JSON.stringify(contact.tags), plainTags)
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${contact.id}`,
    ...text('FN', 'name', contact.name),
    ...text('TITLE', 'title', contact.title),
    ...text('ORG', 'company', contact.company),
    ...(contact.email ? [`EMAIL:${escaped(contact.email)}`] : []),
    ...text('TEL;VALUE=text', 'phone', contact.phone),
    ...(contact.linkedinUrl ? [`URL:${contact.linkedinUrl}`] : []),
    ...text('NOTE', 'notes', contact.notes),
    // One to a line: parsers take a comma after an escaped backslash for an escaped one.
    ...contact.tags.map((tag) => `CATEGORIES:${escaped(plain(tag))}`),
    ...own('EXACT-TAGS', contact.tags.length ? tags : null),
    ...own('ID', contact.id),
    ...own('TYPE', contact.type),
    ...own('JOBS', contact.jobIds.join(' ')),
    ...own('LAST-CONTACTED', contact.lastContactedAt),
    ...own('CREATED', contact.createdAt),
    ...own('UPDATED', contact.updatedAt),
    'END:VCARD',
  ]
}
