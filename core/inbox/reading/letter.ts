// Separates what a sender wrote from what they quote or forward.
import { must } from '../../kernel/must.ts'
import type { Mail, Mailbox } from './mail.ts'

export interface Letter {
  own: string
  /** The rest: quoted messages and what stands below `-- `. */
  below: string
  /** A message passed on, when the text is mostly that. */
  forwarded: { from: Mailbox | null; subject: string; date: string | null; text: string } | null
}

const SAID =
  /^(?:>+ ?)?(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,120}|el\b.{4,200}\bescribió|le\b.{4,200}\ba écrit)\s*:\s*$/i
const SAID_START = /^(?:>+ ?)?(?:on|am|el|le)\s.{3,120}(?:\d{4}|\d{1,2}:\d{2}|@)/i
const RULE =
  /^(?:_{10,}|-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|mensaje original|message d'origine|message original)\s*-{2,})$/i
const PASSED_ON =
  /^(?:-{4,}\s*(?:forwarded message|weitergeleitete nachricht|mensaje reenviado|message transf[ée]r[ée])\s*-{3,}|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message transf[ée]r[ée]|inicio del mensaje reenviado)\s*:)$/i
const HEADER =
  /^(?:>+ ?)?\*?(from|von|de|date|datum|gesendet|sent|fecha|enviado|envoyé|subject|betreff|asunto|objet|to|an|para|à|cc)\*?\s*:\s*(.*)$/i
const FROM = /^(?:from|von|de)$/i

const MAX_FORWARD_HEAD = 10

/** Whether a block of headers, as mail programs quote them, begins here. */
function headAt(lines: readonly string[], at: number): boolean {
  const [, name = ''] = HEADER.exec(lines[at] ?? '') ?? []
  if (!FROM.test(name)) return false
  return [1, 2, 3].some((step) => HEADER.test(lines[at + step] ?? ''))
}

/** The line at which quoted messages begin; the number of lines when there are none. */
function quotedFrom(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at += 1) {
    const line = must(lines[at]).trim()
    if (RULE.test(line) || PASSED_ON.test(line)) return at
    if (SAID.test(line)) return at
    if (
      SAID_START.test(line) &&
      SAID.test([line, lines[at + 1] ?? '', lines[at + 2] ?? ''].slice(0, 2).join(' ').trim())
    )
      return at
    if (at > 0 && headAt(lines, at)) return at
  }
  return lines.length
}

const withoutQuotes = (lines: readonly string[]): string[] => lines.filter((line) => !/^\s*>/.test(line))

export function letterOf({ text }: Pick<Mail, 'text'>): Letter {
  const lines = text.split('\n')
  const cut = quotedFrom(lines)
  const written = withoutQuotes(lines.slice(0, cut))
  const signature = written.findIndex((line, at) => at > 0 && /^-- ?$/.test(line))
  const own = signature < 0 ? written : written.slice(0, signature)
  const rest = signature < 0 ? [] : written.slice(signature + 1)
  const quoted = lines
    .filter((line, at) => at >= cut || /^\s*>/.test(line))
    .map((line) => line.replace(/^[>\s]+/, ''))
  return {
    own: own.join('\n').trim(),
    below: [...rest, ...quoted].join('\n').trim(),
    forwarded: PASSED_ON.test(lines[cut]?.trim() ?? '') ? forwardOf(lines.slice(cut + 1)) : null,
  }
}

function forwardOf(lines: readonly string[]): Letter['forwarded'] {
  const head = new Map<string, string>()
  let at = 0
  for (; at < lines.length && at < MAX_FORWARD_HEAD; at += 1) {
    const line = must(lines[at]).trim()
    const [, name, value = ''] = HEADER.exec(line) ?? []
    if (name !== undefined) head.set(name.toLowerCase(), value)
    else if (line && head.size) break
  }
  const first = (...names: string[]) =>
    names.map((name) => head.get(name)).find((value) => value !== undefined)
  return {
    from: writtenMailbox(first('from', 'von', 'de') ?? ''),
    subject: (first('subject', 'betreff', 'asunto', 'objet') ?? '').slice(0, 500),
    date: first('date', 'datum', 'gesendet', 'sent', 'fecha', 'enviado', 'envoyé') ?? null,
    text: lines
      .slice(at)
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n')
      .trim(),
  }
}

/** `Name <address>` as quoted in a text. */
function writtenMailbox(text: string): Mailbox | null {
  const address = /[^\s<>[\]()"]+@[^\s<>[\]()"]+/.exec(text)?.[0]?.toLowerCase() ?? ''
  const name = text
    .replace(/[<[(].*$/, '')
    .replace(/["*]/g, '')
    .trim()
  return name || address ? { name: name.slice(0, 200), address } : null
}
