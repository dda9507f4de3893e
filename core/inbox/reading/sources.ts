// Finds messages on this machine: files, folders, Maildirs, mbox files and calendar files. It never moves or marks them.
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { utcMsOf } from '../../kernel/clock.ts'
import { problem, quietly } from '../../kernel/errors.ts'
import { MAX_MESSAGE_BYTES } from './mail.ts'
import { bytesAt, messagesIn, unquoted } from './mbox.ts'

export interface Source {
  name: string
  /** Its folder, and the displayed path up to its name. Sources of a folder share these strings, as there may be 100,000. */
  folder: string
  shown: string
  number?: number
  /** Identifies a message outside a Maildir: see `sourceKey`. */
  place?: string
  /** The message's time in ms; null until `atMsOf` reads it. */
  atMs: number | null
  /** The byte range, for a message in a file of several. */
  extent?: { offset: number; length: number }
  calendar?: true
}

const fileOf = ({ folder, name }: Source): string => join(folder, name)

/** The displayed path: the file, and for an mbox the number of the message. */
export const pathOf = ({ shown, name, number }: Source): string =>
  `${shown}${name}${number === undefined ? '' : `#${number}`}`

const FLAGS = /[:;!]2,/

/** Identifies a message by its place, so that it is read once. In a Maildir, a copied file keeps its name. */
export const sourceKey = ({ name, place }: Source): string => place ?? `maildir\n${name.split(FLAGS)[0]}`

const MAX_DEPTH = 20
const MAX_SOURCES = 2_000_000

/** All messages at these paths. Throws `usage` for a path that does not exist, or a file without a message. */
export function sourcesAt(paths: readonly string[]): Source[] {
  const found: Source[] = []
  for (const path of paths) {
    const before = found.length
    collect(resolve(path), path, found, 0)
    if (found.length === before && !statOf(path)?.isDirectory())
      throw problem('usage', { problem: `${path} holds no message.` })
  }
  return found
}

const statOf = (path: string): Stats | undefined => quietly(() => lstatSync(path))

function collect(file: string, shown: string, into: Source[], depth: number): void {
  const real = depth === 0 ? quietly(() => realpathSync(file)) : file
  if (real === undefined) throw problem('usage', { problem: `${shown} does not exist.` })
  const stats = statOf(real)
  if (!stats) throw problem('usage', { problem: `${shown} cannot be read.` })
  if (into.length >= MAX_SOURCES)
    throw problem('usage', { problem: `There are more than ${MAX_SOURCES} messages at ${shown}.` })
  if (stats.isDirectory()) return collectFolder(file, shown, into, depth)
  if (stats.isFile()) collectFile(file, shown, stats, into, depth === 0)
}

function collectFolder(folder: string, shown: string, into: Source[], depth: number): void {
  if (depth > MAX_DEPTH) return
  const names = readdirSync(folder, { withFileTypes: true })
  const isMaildir = ['cur', 'new'].every((name) =>
    names.some((entry) => entry.name === name && entry.isDirectory()),
  )
  if (isMaildir)
    for (const part of ['new', 'cur']) collectMaildir(join(folder, part), join(shown, part, '/'), into)
  for (const entry of names) {
    const { name } = entry
    if (isMaildir && /^(?:cur|new|tmp)$/.test(name)) continue
    // The folders of a Maildir have names that begin with a dot.
    if (name.startsWith('.') && !(isMaildir && entry.isDirectory())) continue
    if (entry.isDirectory()) collectFolder(join(folder, name), join(shown, name), into, depth + 1)
    else if (entry.isFile() && (MAIL_NAME.test(name) || (!name.includes('.') && isMail(join(folder, name)))))
      collect(join(folder, name), join(shown, name), into, depth + 1)
  }
}

/** Names of mail files, and of files that may hold mail that crm cannot read. The scan reports the latter. */
const MAIL_NAME = /\.(?:eml|mbox|mbx|ics|msg|emlx|[op]st|olm|zip|gz|tgz)$/i
const MESSAGE_START =
  /^(?:From .{0,200}\d{1,2}:\d{2}|(?:Return-Path|Received|Delivered-To|From|Date|Message-ID|MIME-Version): )/i

/** Whether a file without an extension holds mail: folders of Thunderbird and Apple Mail, and numbered messages (MH). */
const isMail = (file: string): boolean => MESSAGE_START.test(quietly(() => headOf(file, 300)) ?? '')

function collectMaildir(folder: string, shown: string, into: Source[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isFile() || name.startsWith('.')) continue
    // Skips trashed messages and drafts.
    if (/[TD]/.test(name.split(FLAGS)[1] ?? '')) continue
    const seconds = /^(\d{9,11})\./.exec(name)?.[1]
    into.push({ name, folder, shown, atMs: seconds ? Number(seconds) * 1_000 : null })
    if (into.length >= MAX_SOURCES) return
  }
}

function collectFile(file: string, shown: string, stats: Stats, into: Source[], isGiven: boolean): void {
  const place = `file\n${basename(file)}\n${stats.size}\n${Math.floor(stats.mtimeMs)}`
  const at = { name: basename(shown), folder: dirname(file), shown: shown.slice(0, -basename(shown).length) }
  if (/\.ics$/i.test(file)) return void into.push({ ...at, place, atMs: stats.mtimeMs, calendar: true })
  const earlier = into.length
  if (headOf(file, 5) !== 'From ') return void into.push({ ...at, place, atMs: null })
  opened(file, (handle) => {
    let number = 0
    for (const extent of messagesIn(handle, stats.size)) {
      number += 1
      if (isLeftOut(handle, extent)) continue
      into.push({ ...at, number, place: `${place}\n${extent.offset}`, extent, atMs: null })
      if (into.length >= MAX_SOURCES) return
    }
  })
  if (isGiven && into.length === earlier) throw problem('usage', { problem: `${shown} holds no message.` })
}

/** Messages that Thunderbird deleted but has not compacted away, and those that Gmail exports from its bin and drafts. */
const EXPUNGED = 0x8
// A label of the user, such as “Job drafts”, is neither.
const GMAIL_LEFT_OUT =
  /^X-Gmail-Labels:(?:.*[,?"])?\s*(?:trash|bin|drafts|papierkorb|corbeille|brouillons|papelera|borradores)\s*(?:[,?"]|$)/im
function isLeftOut(handle: number, { offset, length }: { offset: number; length: number }): boolean {
  const head = bytesAt(handle, offset, Math.min(300, length)).toString('latin1')
  const flags = /^X-Mozilla-Status: ([\da-f]{4})\r?$/im.exec(head)?.[1]
  return GMAIL_LEFT_OUT.test(head) || (Number.parseInt(flags ?? '0', 16) & EXPUNGED) !== 0
}

const HEAD_BYTES = 8_192
/** One buffer for all files, because a buffer per file would use too much memory. */
const headBuffer = Buffer.allocUnsafe(HEAD_BYTES)

/** A message's time in ms, to read in order. Opens the file only if the time is not known yet. */
export const atMsOf = (source: Source): number =>
  (source.atMs ??= dateOf(fileOf(source), source.extent?.offset))

function opened<T>(file: string, read: (handle: number) => T): T {
  const handle = openSync(file, 'r')
  try {
    return read(handle)
  } finally {
    closeSync(handle)
  }
}

const headOf = (file: string, length: number, offset = 0): string =>
  opened(file, (handle) => headBuffer.toString('latin1', 0, readSync(handle, headBuffer, 0, length, offset)))

/** The Date header at this offset of a file; 0 if it has none or the file is gone. The later reading reports a missing file. */
function dateOf(file: string, offset = 0): number {
  const head = quietly(() => headOf(file, HEAD_BYTES, offset)) ?? ''
  return utcMsOf(/^date:\s*(.*)$/im.exec(head)?.[1]?.trim() ?? '') || 0
}

/** Names of mailboxes and archives that crm cannot read. Their first bytes are enough to say so, however large they are. */
const CONTAINER = /\.(?:[op]st|olm|zip|t?gz)$/i

/** The bytes of a message; null when it exceeds the size limit. */
export function bytesOf(source: Source): Buffer | null {
  const { extent, calendar } = source
  const file = fileOf(source)
  if (calendar) return calendarMessage(readFileSync(file), atMsOf(source))
  if (extent === undefined) {
    if (CONTAINER.test(file)) return Buffer.from(headOf(file, 300), 'latin1')
    const size = statOf(file)?.size ?? 0
    return size > MAX_MESSAGE_BYTES ? null : readFileSync(file)
  }
  if (extent.length > MAX_MESSAGE_BYTES) return null
  return unquoted(opened(file, (handle) => bytesAt(handle, extent.offset, extent.length)))
}

function calendarMessage(bytes: Buffer, atMs: number): Buffer {
  const text = bytes.toString('utf8').replace(/\r?\n[ \t]/g, '')
  const value = (name: string) =>
    new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, 'im')
      .exec(text.slice(Math.max(0, text.search(/BEGIN:VEVENT/i))))?.[1]
      ?.trim() ?? ''
  const address = value('ORGANIZER')
    .replace(/^mailto:/i, '')
    .replace(/[\r\n<>]/g, '')
  const name = /^ORGANIZER[^:\r\n]*CN="?([^":;\r\n]+)/im.exec(text)?.[1]?.replace(/[\r\n"<>]/g, '') ?? ''
  const stamp = value('DTSTAMP').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z')
  const encoded = (plain: string) => `=?utf-8?b?${Buffer.from(plain.slice(0, 300)).toString('base64')}?=`
  const uid = value('UID')
    .replace(/[^\w.@-]/g, '')
    .slice(0, 200)
  const method = /^METHOD:(\w+)/im.exec(text)?.[1] ?? 'PUBLISH'
  const head = [
    ...(address ? [`From: ${encoded(name || address)} <${address}>`] : []),
    `Subject: ${encoded(value('SUMMARY'))}`,
    `Date: ${new Date(Date.parse(stamp) || atMs).toUTCString()}`,
    ...(uid ? [`Message-ID: <${uid}.${value('SEQUENCE') || '0'}.${method}@ics>`] : []),
    'MIME-Version: 1.0',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    'Content-Transfer-Encoding: base64',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${bytes.toString('base64')}\r\n`)
}
