// Writes and reads the lines of iCalendar and vCard files (RFC 5545, 3.1 and 3.3.11): escaped, and folded at 75 bytes.
import { isUtf8 } from 'node:buffer'
import { withWindowsLetters } from '../reading/damaged.ts'
import { quietly } from '../kernel/errors.ts'
import { withoutControls } from '../kernel/plain-characters.ts'
import { decoded as decodedPart } from '../kernel/url.ts'

export const escapeText = (text: string, escapes: RegExp = /[\\;,]/g): string =>
  withoutControls(text).replace(escapes, '\\$&').replace(/\n/g, '\\n')

const MAX_BYTES = 75

export function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_BYTES) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_BYTES) {
      parts.push(part)
      // The leading space counts as a byte.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/** The original of a text, percent-encoded, to store beside the converted text. Null if `form` (the conversion) keeps the text. */
export const exactForm = (text: string, form: (text: string) => string): string | null =>
  form(text) === text ? null : encodeURIComponent(text)

/** The original of a text, unless another program has changed the text. */
export function restoreText(shown: string, exact: string | null, form: (text: string) => string): string {
  const text = decodedPart(exact ?? '')
  return exact && form(text) === form(shown) ? text : shown
}

// Converts vCards 2.1, as phones export them, and calendars 1.0: bare types and quoted-printable values.

const IS_OLD = /^VERSION:(?:2\.1|1\.0)[ \t]*$/im
const ENCODINGS = new Set(['quoted-printable', 'base64', '8bit', '7bit'])

export const modernLines = (text: string): string =>
  IS_OLD.test(text) ? propertiesIn(text).flatMap(modern).join('\r\n') : text

function propertiesIn(text: string): string[] {
  const parts: string[][] = []
  let goesOn = /^\s/
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    const part = isOpen ? line : line.replace(/^[ \t]+/, ' ')
    if (isOpen || (parts.length > 0 && goesOn.test(line))) parts.at(-1)?.push(part)
    else {
      parts.push([line])
      goesOn = /base64|;b:/i.test(headOf(line)) ? /^[^:]*$/ : /^\s/
    }
    // A quoted-printable line that ends with `=` continues on the next line.
    isOpen = line.endsWith('=') && isQuoted(parts.at(-1)?.[0] ?? '')
  }
  return parts.map((lines) =>
    isQuoted(lines[0] ?? '') ? lines.map((line) => line.replace(/=$/, '')).join('') : lines.join(''),
  )
}

const isQuoted = (line: string): boolean => /quoted-printable/i.test(headOf(line))
const headOf = (line: string): string => line.slice(0, line.slice(0, 1_000).indexOf(':') + 1)

function modern(line: string): string[] {
  const colon = line.indexOf(':')
  if (colon < 0) return line.trim() === '' ? [] : [line]
  const [name = '', ...parameters] = line.slice(0, colon).split(';')
  const value = line.slice(colon + 1)
  if (/^version$/i.test(name)) return [`VERSION:${value.startsWith('1') ? '2.0' : '3.0'}`]
  const named = (key: string) =>
    parameters.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
  const encoding = (
    named('encoding') ?? parameters.find((each) => ENCODINGS.has(each.toLowerCase()))
  )?.toLowerCase()
  if (encoding === 'base64' || encoding === 'b') return []
  const types = parameters
    .filter((each) => !each.includes('=') && !ENCODINGS.has(each.toLowerCase()))
    .concat(named('type') ?? [])
  const kept = parameters.filter((each) => /^(?:tzid|value)=/i.test(each)).map((each) => `;${each}`)
  const text = encoding === 'quoted-printable' ? decoded(value, named('charset')) : value
  const lines = text.replace(/\r\n?|\n/g, '\\n')
  return [`${name}${kept.join('')}${types.length ? `;TYPE=${types.join(',')}` : ''}:${lines}`]
}

function decoded(value: string, charset?: string): string {
  const bytes = Buffer.from(value, 'utf8')
    .toString('latin1')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const raw = Buffer.from(bytes, 'latin1')
  // Old phones name no charset, and write Windows-1252. Letters of an unknown charset become �.
  const label = charset?.replaceAll('"', '') ?? (isUtf8(raw) ? 'utf-8' : 'windows-1252')
  const decoder = quietly(() => new TextDecoder(label)) ?? new TextDecoder()
  return withWindowsLetters(decoder.decode(raw))
}
