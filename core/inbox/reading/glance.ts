// Looks at a message, several times faster than reading it. This is enough for most mail: it has no word about work, names no
// tracked company and answers no known message.
import { first } from '../../kernel/narrow.ts'
import { isUtf8 } from 'node:buffer'
import { idsOf } from './mail.ts'

const MAX_BYTES = 262_144
/** It begins only where no other character of an address stands before, so that a long word is searched once. */
const ADDRESS = /(?<![^\s<>"(),;:])[^\s<>"(),;:]+@[^\s<>"(),;:]+/
const KNOWN_CHARSET = /^(?:utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d|latin1)$/i

export type Glance = NonNullable<ReturnType<typeof glanceAt>>

/** Null if the message has no empty line after its headers, or not exactly one `Message-ID` and one `From`. */
export function glanceAt(bytes: Buffer) {
  const raw = bytes.subarray(0, MAX_BYTES).toString('latin1')
  const cut = /\r?\n\r?\n/.exec(raw)
  if (!cut) return null
  const head = raw.slice(0, cut.index).replace(/\r?\n[ \t]+/g, ' ')
  const header = (name: string): string[] =>
    [...head.matchAll(new RegExp(`^${name}:[ \\t]*(.*)$`, 'gim'))].map(([, value = '']) => value.trim())
  const ids = header('message-id')
  const from = header('from')
  if (ids.length !== 1 || from.length !== 1) return null
  const body = raw.slice(cut.index)
  const people = [...from, ...header('reply-to'), ...header('sender')]
  const charsets = [...raw.matchAll(/charset\s*=\s*"?([\w-]+)/gi)].map(([, name = '']) => name)
  return {
    /** Without brackets; null if the header contains no id. */
    messageId: /<([^<>\s]{1,500})>/.exec(first(ids))?.[1] ?? null,
    /** The sender's address in lower case; empty if missing. */
    from: ADDRESS.exec(first(from).replace(/"[^"]*"/g, ''))?.[0]?.toLowerCase() ?? '',
    references: [...header('references'), ...header('in-reply-to')].flatMap((value) => idsOf(value)),
    subject: readable(headWords(header('subject'), [])).slice(0, 500),
    /** The words, decoded roughly and without markup. */
    words: readable(`${headWords(header('subject'), people)}\n${bodyWords(body)}`),
    /** Whether it must be read in full: it has a calendar, an attached message, or a charset that this file cannot decode. */
    isOpaque:
      /text\/calendar|begin:vcalendar|message\/rfc822|\.(?:ics|eml)\b/i.test(raw) ||
      charsets.some((name) => !KNOWN_CHARSET.test(name)),
  }
}

const fromQuoted = (text: string): string =>
  text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1')

const headWords = (subject: readonly string[], from: readonly string[]): string =>
  [...subject, ...from]
    .join(' \n ')
    .replace(/=\?[^?\s]+\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? fromBase64(text) : fromQuoted(text.replace(/_/g, ' ')),
    )

/** The words of a body, decoded from base64 and quoted-printable, without soft line breaks and markup. */
const bodyWords = (body: string): string =>
  fromQuoted(
    body
      .replace(/(?:^[A-Za-z0-9+/]{60,}={0,2}\r?$\n?)+(?:^[A-Za-z0-9+/]{1,76}={0,2}\r?$)?/gm, fromBase64)
      .replace(/^[A-Za-z0-9+/]{16,}={0,2}\r?$/gm, fromBase64)
      .replace(/=[ \t]*\r?\n/g, ''),
  )
    .replace(/<style[^<>]*>[^<]*<\/style>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')

/** Decodes bytes as UTF-8 if valid, else as Latin-1. */
function readable(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : latin1
}
