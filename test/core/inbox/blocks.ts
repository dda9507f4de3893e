// Messages that were written as blocks of text, with their labels. Each is built into a whole message, in changing encodings,
// as mail programs would send it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Label, LabelledMessage } from './labelled.ts'

const READER = 'Noa Lindgren <noa.lindgren@mailbox.example>'
const FILES = ['english.txt', 'german.txt', 'spanish.txt', 'french.txt']

/** The messages that the files of a folder hold. */
export const writtenIn = (folder: string): LabelledMessage[] =>
  FILES.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^=== /m)
      .slice(1)
      .map((block, place) => messageOf(block, place)),
  )

function messageOf(block: string, place: number): LabelledMessage {
  const [line = '', ...rest] = block.split('\n')
  const [file = '', language = '', kind = '', ...facts] = line.split(' | ')
  const [head = '', ...body] = rest.join('\n').split('\n\n')
  const headers = new Map(
    head.split('\n').map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 2)]),
  )
  const text = body.join('\n\n').trim()
  return {
    file,
    bytes: Buffer.from(written(file, headers, text, place)),
    label: labelOf(file, language, kind, facts),
  }
}

function labelOf(file: string, language: string, kind: string, facts: string[]): Label {
  const fact = (name: string) => facts.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
  const orNull = (text: string | undefined) => (text === undefined || text === 'null' ? null : text)
  const contact = /^(.*?)(?: <(.*)>)?$/.exec(fact('contact') ?? '')
  const [startsAt, endsAt, ...zone] = (fact('event') ?? '').split('/')
  return {
    file,
    language,
    kind,
    job: orNull(fact('job')),
    status: orNull(fact('status')),
    deadline: orNull(fact('deadline')),
    contact: contact?.[1] ? { name: contact[1], email: contact[2] ?? null } : null,
    event: startsAt ? { startsAt, endsAt: endsAt || null, timeZone: zone.join('/') } : null,
  }
}

const ENCODINGS = ['base64', 'quoted-printable', '8bit'] as const

function written(file: string, headers: ReadonlyMap<string, string>, whole: string, place: number): string {
  const [text = '', calendar] = whole.split('\n\n[[ics ')
  const from = headers.get('From') ?? ''
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'example.com'
  const encoding = ENCODINGS[place % ENCODINGS.length]!
  const asHtml = place % 4 === 1
  const answered = headers.get('In-Reply-To')
  const lines = [
    ...(headers.get('Sent')
      ? []
      : [
          `Delivered-To: noa.lindgren@mailbox.example`,
          `Received: from mx.${domain} by mailbox.example; ${headers.get('Date')}`,
        ]),
    `From: ${encodedName(from)}`,
    `To: ${headers.get('To') ?? READER}`,
    `Subject: ${encodedWord(headers.get('Subject') ?? '')}`,
    `Date: ${headers.get('Date')}`,
    `Message-ID: <${file}@held.example>`,
    ...(answered
      ? [`In-Reply-To: <${answered}@held.example>`, `References: <${answered}@held.example>`]
      : []),
    ...['List-Unsubscribe', 'Auto-Submitted', 'Reply-To'].flatMap((name) =>
      headers.has(name) ? [`${name}: ${headers.get(name)}`] : [],
    ),
    'MIME-Version: 1.0',
  ]
  const part = [
    `Content-Type: text/${asHtml ? 'html' : 'plain'}; charset="utf-8"`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encodedAs(encoding, asHtml ? htmlOf(text) : text),
  ]
  if (calendar === undefined) return [...lines, ...part, ''].join('\r\n')
  return [
    ...lines,
    'Content-Type: multipart/mixed; boundary="=_cut"',
    '',
    '--=_cut',
    ...part,
    '--=_cut',
    'Content-Type: text/calendar; charset="utf-8"; method=REQUEST',
    '',
    calendarOf(calendar),
    '--=_cut--',
    '',
  ].join('\r\n')
}

const encodedWord = (text: string): string =>
  /[^ -~]/.test(text) ? `=?utf-8?b?${Buffer.from(text).toString('base64')}?=` : text

const encodedName = (mailbox: string): string => {
  const found = /^(.*?) (<.*>)$/.exec(mailbox)
  return found && /[^ -~]/.test(found[1]!)
    ? `${encodedWord(found[1]!.replace(/"/g, ''))} ${found[2]}`
    : mailbox
}

function encodedAs(encoding: (typeof ENCODINGS)[number], text: string): string {
  const bytes = Buffer.from(text.replace(/\n/g, '\r\n'))
  if (encoding === '8bit') return text
  if (encoding === 'base64') return bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const quoted = [...bytes].map((byte) =>
    (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 10 || byte === 13
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return quoted
    .join('')
    .split('\r\n')
    .map((line) =>
      line.replace(/(.{70}(?:=..)?)(?=.)/g, '$1=\r\n').replace(/=(=\r\n)([0-9A-F]{2})/g, '$1=$2'),
    )
    .join('\r\n')
}

const htmlOf = (text: string): string =>
  `<html><head><style>p{margin:0}</style></head><body><div style="display:none;max-height:0">Preview &zwnj;&nbsp;</div>${text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .split('\n\n')
    .map((each) =>
      each.startsWith('> ')
        ? `<blockquote>${each.replace(/^> /gm, '')}</blockquote>`
        : `<p>${each.replace(/\n/g, '<br>')}</p>`,
    )
    .join('\n')}</body></html>`

/** `REQUEST uid=… seq=… start=… end=… summary=… location=… organizer=…`, as a calendar. */
function calendarOf(spec: string): string {
  const method = spec.slice(0, spec.indexOf(' '))
  const value = (name: string) =>
    new RegExp(`\\b${name}=(.*?)(?= (?:uid|seq|start|end|summary|location|organizer)=|\\]\\])`).exec(
      spec,
    )?.[1] ?? ''
  const moment = (name: string, text: string) => {
    const zoned = /^TZ:(.*):(\d{8}T\d{6})$/.exec(text)
    return zoned ? `${name};TZID=${zoned[1]}:${zoned[2]}` : `${name}:${text}`
  }
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${value('uid')}`,
    `SEQUENCE:${value('seq')}`,
    moment('DTSTART', value('start')),
    moment('DTEND', value('end')),
    `SUMMARY:${value('summary')}`,
    ...(value('location') ? [`LOCATION:${value('location')}`] : []),
    `ORGANIZER:mailto:${value('organizer')}`,
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
}
