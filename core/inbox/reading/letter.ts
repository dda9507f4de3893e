// Separates the sender's own words from quoted and forwarded text.
import headers from '../../../sql/data/mail/headers.json' with { type: 'json' }
import { must, keysOf } from '../../kernel/narrow.ts'
import type { Mail } from './decode.ts'
import type { Mailbox } from './mail.ts'

const WROTE_LINE =
  /^(?:>+ ?)?(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,120}|el\b.{4,200}\bescribió|le\b.{4,200}\ba écrit|op\b.{4,200}\bschreef\b.{0,120}|em\b.{4,200}\bescreveu|il\b.{4,200}\bha scritto|(?:den|d\.)\s.{4,200}\b(?:skrev|schrieb)\b.{0,120}|(?:w dniu|dnia)\b.{4,200}\bnapisał(?:\(?a\)?)?)\s*:\s*$/i
const WROTE_LINE_START = /^(?:>+ ?)?(?:on|am|el|le|op|em|il|den|w dniu)\s.{3,120}(?:\d{4}|\d{1,2}:\d{2}|@)/i
const SEPARATOR_LINE =
  /^(?:_{10,}|-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|mensaje original|message d['’]origine|message original|messaggio originale|oorspronkelijk bericht|mensagem original|ursprungligt meddelande|oprindelig meddelelse)\s*-{2,})$/i
const FORWARD_LINE =
  /^(?:-{4,}\s*(?:forwarded message|weitergeleitete nachricht|mensaje reenviado|message transf[ée]r[ée]|messaggio inoltrato|doorgestuurd bericht|mensagem (?:encaminhada|reencaminhada)|vidarebefordrat meddelande)\s*-{3,}|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transf[ée]r[ée]|réexpédié)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|início da mensagem (?:encaminhada|reencaminhada))\s*:)$/i

/** The header names in quoted messages: English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish. */
type Header = keyof typeof headers
const HEADER = new RegExp(
  String.raw`^(?:>+ ?)?\*?(?:${Object.entries(headers)
    .map(([name, words]) => `(?<${name}>${words})`)
    .join('|')})\*?\s*:\*?\s*(?<value>.*)$`,
  'i',
)

function headerIn(line: string): { name: Header; value: string } | null {
  const found = HEADER.exec(line)?.groups
  const name = keysOf(headers).find((each) => found?.[each] !== undefined)
  return found && name ? { name, value: (found['value'] ?? '').trim() } : null
}

const MAX_FORWARD_HEAD = 10

const isHeadAt = (lines: readonly string[], at: number): boolean =>
  headerIn(lines[at] ?? '')?.name === 'from' && [1, 2, 3].some((step) => headerIn(lines[at + step] ?? ''))

/** The index of the line where quoted messages begin, or the number of lines if there are none. */
function quotedFrom(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at += 1) {
    const line = must(lines[at]).trim()
    if (SEPARATOR_LINE.test(line) || FORWARD_LINE.test(line) || WROTE_LINE.test(line)) return at
    if (WROTE_LINE_START.test(line) && WROTE_LINE.test(`${line} ${lines[at + 1] ?? ''}`.trim())) return at
    if (at > 0 && isHeadAt(lines, at)) return at
  }
  return lines.length
}

export type Letter = ReturnType<typeof letterOf>

export function letterOf({ text }: Pick<Mail, 'text'>) {
  const lines = text.split('\n')
  const cut = quotedFrom(lines)
  const written = lines.slice(0, cut).filter((line) => !/^\s*>/.test(line))
  const signature = written.findIndex((line, at) => at > 0 && /^-- ?$/.test(line))
  const own = signature < 0 ? written : written.slice(0, signature)
  const rest = signature < 0 ? [] : written.slice(signature + 1)
  const quoted = lines
    .filter((line, at) => at >= cut || /^\s*>/.test(line))
    .map((line) => line.replace(/^[>\s]+/, ''))
  return {
    own: own.join('\n').trim(),
    /** The rest: quoted messages, and the text below `-- `. */
    trailingText: [...rest, ...quoted].join('\n').trim(),
    /** The forwarded message; null if the quoted text does not begin with a forwarding line. */
    forwarded: FORWARD_LINE.test(lines[cut]?.trim() ?? '') ? forwardOf(lines.slice(cut + 1)) : null,
  }
}

const SALUTATION =
  /^(?:dear|hi|hello|hallo|guten tag|sehr geehrter?|sehr geehrte|lieber?|bonjour|ch[eè]re?|hola|estimad[oa])\b[^.?]{0,60}[,:!]$/i

/** The first words of further letters, if several were pasted below each other. */
export function lettersBelow({ own }: Pick<Letter, 'own'>): string[] {
  const lines = own.split('\n').map((line) => line.trim()).filter(Boolean) // prettier-ignore
  const starts = lines.flatMap((line, at) => (SALUTATION.test(line) ? [at] : []))
  return starts.slice(1).map((at) => `${lines[at] ?? ''} ${lines[at + 1] ?? ''}`.trim().slice(0, 200))
}

/** The headers at the start, and the lines below them. Some programs put empty lines between headers. */
function headOf(lines: readonly string[], mayHaveGaps: boolean) {
  const head = new Map<Header, string>()
  let at = 0
  let latest: Header | null = null
  for (; at < lines.length && at < MAX_FORWARD_HEAD; at += 1) {
    const line = must(lines[at])
    const found = headerIn(line.trim())
    if (found) head.set(found.name, found.value)
    else if (latest && /^[ \t]+\S/.test(line)) head.set(latest, `${head.get(latest)} ${line.trim()}`)
    else if (head.size && (line.trim() || !mayHaveGaps)) break
    if (found) latest = found.name
  }
  return { head, rest: lines.slice(at) }
}

/** Reads a pasted message, with or without the headers that mail programs display. */
export function pastedMail(text: string): { head: ReadonlyMap<Header, string>; text: string } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/)
  const isPassedOn = [SEPARATOR_LINE, FORWARD_LINE].some((form) => form.test(must(lines[0]).trim()))
  const whole = isPassedOn ? lines.slice(1).join('\n').trimStart().split('\n') : lines
  const { head, rest } = headOf(whole, false)
  const isHead =
    headerIn(must(whole[0]).trim()) && (head.has('subject') || (head.has('from') && head.size > 1))
  return isHead ? { head, text: rest.join('\n').trim() } : { head: new Map(), text }
}

function forwardOf(lines: readonly string[]) {
  const { head, rest } = headOf(lines, true)
  return {
    from: writtenMailbox(head.get('from') ?? ''),
    subject: (head.get('subject') ?? '').slice(0, 500),
    date: head.get('date') ?? null,
    text: rest
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n')
      .trim(),
  }
}

function writtenMailbox(text: string): Mailbox | null {
  // It begins only where no other character of an address stands before, so that a long word is searched once.
  const address = /(?<![^\s<>[\]()"])[^\s<>[\]()"]+@[^\s<>[\]()"]+/.exec(text)?.[0]?.toLowerCase() ?? ''
  const name = text
    .replace(/[<[(].*$/, '')
    .replace(/["*]/g, '')
    .trim()
  return name || address ? { name: name.slice(0, 200), address } : null
}
