// Reads and writes contacts as vCards (RFC 6350, and 2.1 and 3.0 as address books write them).
import ICAL from 'ical.js'
import { escapeText, exactForm, fold, modernLines, restoreText } from '../../sheets/content-lines.ts'
import { tidy } from '../../sheets/text.ts'
import { columnsIn, type Row, type Sheet, unreadable } from '../../sheets/sheet.ts'
import { must, recordOf } from '../../kernel/narrow.ts'
import { inOneLine } from '../../kernel/plain-characters.ts'
import { spokenOf } from '../../kernel/record.ts'
import { CONTACT, type Contact } from '../fields.ts'

const MARK = /^(BEGIN|END):VCARD[ \t\r]*$/gim

/** The text of each card, null if its end is missing, and the number of its first line. */
function* cardsIn(text: string): Generator<{ card: string | null; line: number }> {
  let begin: number | undefined
  let [line, counted] = [1, 0]
  for (const { 0: mark, 1: kind, index } of [
    ...text.matchAll(MARK),
    { 0: '', 1: 'end', index: text.length },
  ]) {
    const isEnd = /end/i.test(kind ?? '')
    if (begin !== undefined) {
      line += text.slice(counted, begin).split(/\r\n|\n|\r/).length - 1
      counted = begin
      yield { card: isEnd && mark ? text.slice(begin, index + mark.length) : null, line }
    }
    begin = isEnd ? undefined : index
  }
}

/** The people in a vCard file. A damaged card does not affect the others. Never throws. */
export function readVcards(text: string): Sheet {
  const rows = [...cardsIn(text.replace(/^\uFEFF/, ''))].map(({ card, line }) => toRow(card, line))
  if (!rows.length) return unreadable('The file holds no vCards.')
  return { rows, columns: columnsIn(rows), notes: [], problem: null }
}

function toRow(card: string | null, line: number): Row {
  const damaged = { line, cells: [], problem: 'The vCard is damaged or cut off.' }
  if (card === null) return damaged
  try {
    const parsed = new ICAL.Component(ICAL.parse(modernLines(card)))
    const isGroup = /^group$/i.test(textOf(parsed.getFirstProperty('kind')))
    const problem = isGroup ? 'This vCard is a group, and no person.' : null
    return { line, cells: cellsOf(parsed).filter(([, value]) => value.length > 0), problem }
  } catch {
    return damaged
  }
}

/** Properties that are about the card, not the person, those without text, and those of other programs. */
const SKIPPED = /^(?:version|prodid|rev|photo|logo|sound|key|kind|n|fn|uid|x-.*)$/

type Cell = [column: string, value: string | string[]]

const SCHEME = /^(?:tel|mailto):/i

const typesOf = (property: ICAL.Property): string[] =>
  [property.getParameter('type') ?? []].flat().flatMap((type) => type.toLowerCase().split(','))

/** The preferred address or number comes first: `PREF=1`, or the type `pref` of older versions. */
const rankOf = (property: ICAL.Property): number =>
  typesOf(property).includes('pref') ? 1 : Number(property.getParameter('pref') ?? 101) || 101

function cellsOf(card: ICAL.Component): Cell[] {
  const [name = '', ...others] = card
    .getAllProperties('fn')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(textOf)
  const cells: Cell[] = [
    ['name', exactProperty(card, 'name', name || structuredName(card))],
    ...others.map((other): Cell => ['Other name', other]),
  ]
  const seen = new Set<string>()
  const tags: string[] = []
  // Other programs' cards of version 3.0 escape all semicolons, and the parser does not unescape them.
  const isOwn = card.getFirstProperty('x-crm-id') !== null
  for (const property of card.getAllProperties().toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const name = property.name.replace(/^.*\./, '')
    const [whole = '', ...units] = name === 'org' && !isOwn ? partsOf(property) : [textOf(property)]
    const value = isOwn ? whole : whole.replaceAll('\\;', ';')
    if (units.length) cells.push(['Department', units.join(', ')])
    if (typesOf(property).includes('fax')) {
      cells.push(['Fax', value.replace(SCHEME, '')])
      continue
    }
    const isFirst = !seen.has(name)
    seen.add(name)
    const [field, own] = [COLUMNS.get(name), OWN.get(name)]
    if (field !== undefined && isFirst)
      cells.push([field, exactProperty(card, field, value.replace(SCHEME, ''))])
    else if (field !== undefined) cells.push([`Other ${field}`, value.replace(SCHEME, '')])
    else if (name === 'categories') {
      // Google puts everybody into this group.
      const isTag = (tag: string) => isOwn || tag !== 'myContacts'
      tags.push(...property.getValues().map(String).filter(isTag))
    } else if (own !== undefined)
      cells.push([own, own.endsWith('Ids') ? value.split(' ') : exactProperty(card, own, value)])
    else if (/^(?:url|x-socialprofile)$/.test(name))
      cells.push([isOwn || /linkedin\./i.test(value) ? 'linkedinUrl' : 'Web page', value])
    else if (!SKIPPED.test(name)) cells.push([titleOf(name), value])
  }
  if (tags.length) cells.push(['tags', tagsIn(exactProperty(card, 'tags', JSON.stringify(tags), plainTags))])
  return cells
}

/** The properties of vCards for our fields. Tags are `CATEGORIES`. */
const PROPERTIES: Readonly<Record<string, string>> = {
  ...{ name: 'FN', title: 'TITLE', company: 'ORG', email: 'EMAIL', phone: 'TEL' },
  ...{ linkedinUrl: 'URL', notes: 'NOTE' },
}

/** The field of each property. Names and links are not here, because they come from several properties. */
const COLUMNS = new Map(
  ['title', 'company', 'email', 'phone', 'notes'].map((field) => [
    must(PROPERTIES[field]).toLowerCase(),
    field,
  ]),
)

/** Fields with a property of crm: `X-CRM-LAST-CONTACTED`. */
const OWN = new Map(
  CONTACT.shown
    .filter((field) => field !== 'tags' && !Object.hasOwn(PROPERTIES, field))
    .map((field) => [`x-crm-${spokenOf(field).replaceAll(' ', '-')}`, field]),
)

/** In a vCard, `LABEL` is a printed address. In other files, a column of that name has tags. */
const titleOf = (name: string): string =>
  name === 'label' ? 'Address' : name.replace(/^./, (first) => first.toUpperCase())

const tagsIn = (list: string): string[] => JSON.parse(list) as string[] // In the format of our own export.

const plainTags = (list: string): string => JSON.stringify(tagsIn(list).map(tidy))

function partsOf(property: ICAL.Property | null): string[] {
  const values: unknown[] = property?.getValues() ?? []
  return values
    .flat(2)
    .map((part) => String(part ?? ''))
    .filter((part) => part.trim() !== '')
}

const textOf = (property: ICAL.Property | null): string => partsOf(property).join(', ')

function structuredName(card: ICAL.Component): string {
  const parts: unknown = card.getFirstProperty('n')?.getFirstValue()
  const [last = '', first = '', middle = ''] = Array.isArray(parts)
    ? parts.map((part) => [part].flat().join(' '))
    : [String(parts ?? '')]
  return [first, middle, last].filter(Boolean).join(' ')
}

/** The parser does not unescape properties of crm, so they have one line. */
const formOf = (field: string) => (Object.hasOwn(PROPERTIES, field) ? tidy : inOneLine)

const exactProperty = (card: ICAL.Component, field: string, shown: string, form = formOf(field)): string =>
  restoreText(shown, textOf(card.getFirstProperty(`x-crm-exact-${field.toLowerCase()}`)), form)

export const writeVcards = (contacts: readonly Contact[]): string =>
  contacts
    .flatMap(cardLines)
    .map((line) => `${fold(line)}\r\n`)
    .join('')

/** Semicolons are escaped only within the parts of a name. */
const escaped = (text: string): string => escapeText(text, /[\\,]/g)

const linesFor = (contact: Contact, field: string, name: string): string[] => {
  const value = [recordOf(contact)[field] ?? []].flat().join(' ')
  const form = formOf(field)
  const [shown, kept] = [form(value), exactForm(value, form)]
  const isRaw = name === 'URL' || form !== tidy
  const text = isRaw ? shown : name === 'ORG' ? escapeText(shown) : escaped(shown)
  const exact = kept ? [`X-CRM-EXACT-${field.toUpperCase()}:${kept}`] : []
  return value ? [`${name === 'TEL' ? 'TEL;VALUE=text' : name}:${text}`, ...exact] : []
}

function cardLines(contact: Contact): string[] {
  const tags = exactForm(JSON.stringify(contact.tags), plainTags)
  return [
    ...['BEGIN:VCARD', 'VERSION:4.0', `UID:urn:uuid:${contact.id}`],
    ...Object.entries(PROPERTIES).flatMap(([field, name]) => linesFor(contact, field, name)),
    // One tag per line, because parsers misread a comma after an escaped backslash.
    ...contact.tags.map((tag) => `CATEGORIES:${escaped(tidy(tag))}`),
    ...(contact.tags.length && tags ? [`X-CRM-EXACT-TAGS:${tags}`] : []),
    ...[...OWN].flatMap(([name, field]) => linesFor(contact, field, name.toUpperCase())),
    'END:VCARD',
  ]
}
