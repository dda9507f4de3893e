// Extracts the text of a document: plain text, PDF, Word, or an e-mail with its headers.
import { fail, isCrmError } from '../../core/kernel/errors.ts'
import { readMail as parseMail } from '../../core/unpacking/mail.ts'
import { readWord } from '../../core/unpacking/word.ts'
import { decodeText, EMPTY_STDIN, readBytes } from './upload.ts'
import { misused, type Stdin } from '../command.ts'

const MAIL_HEADER = /^(?:received|return-path|delivered-to|from|to|subject|date|mime-version|message-id):/i

/** Detects the type of a file from its first bytes, because stdin has no name. */
function kindOf(bytes: Buffer): keyof typeof READERS {
  const magic = bytes.subarray(0, 4).toString('latin1')
  if (magic === '%PDF') return 'pdf'
  if (magic.startsWith('PK')) return 'docx'
  const lines = bytes.subarray(0, 4_096).toString('latin1').split(/\r?\n/).slice(0, 8)
  return lines.filter((line) => MAIL_HEADER.test(line)).length >= 2 ? 'mail' : 'text'
}

const READERS = {
  pdf: { noun: 'PDF', read: readPdf },
  docx: { noun: 'Word document', read: (bytes: Buffer, name: string) => readWord(name, bytes) },
  mail: { noun: 'mail', read: readMail },
  text: { noun: 'text', read: decodeText },
}

export async function readDocument(file: string, stdin: Stdin, nothing = EMPTY_STDIN): Promise<string> {
  const bytes = await readBytes(file, stdin)
  const name = file === '-' ? 'stdin' : file
  const kind = kindOf(bytes)
  const { noun, read } = READERS[kind]
  let text: string
  try {
    text = await read(bytes, name)
  } catch (error) {
    if (isCrmError(error)) throw error
    const problems = `${name} is no ${noun} that can be read`
    return fail('invalid_input', { problems }, { cause: error })
  }
  if (text.trim()) return text.trim()
  if (file === '-') misused(nothing)
  const hint =
    kind === 'pdf' ? 'It may be a scan, which is a picture of text. Paste the text instead.' : undefined
  return fail('invalid_input', { problems: `${name} holds no text` }, { hint })
}

async function readPdf(bytes: Buffer): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const { text } = await extractText(document, { mergePages: true })
  return text
}

const MAX_HTML_CHARACTERS = 100_000

/** The From, Date and Subject headers, then the text; for an HTML-only mail, the text of the HTML. */
async function readMail(bytes: Buffer, name: string): Promise<string> {
  const mail = await parseMail(name, bytes)
  // Loaded on use, because few mails have no text of their own.
  const html = async () =>
    (await import('../../core/scout/html-text.ts')).textOfHtml(mail.html ?? '', MAX_HTML_CHARACTERS)
  const head = [
    ['From', mail.from && [mail.from.name, mail.from.address].filter(Boolean).join(' ')],
    ['Date', mail.date],
    ['Subject', mail.subject],
  ]
  const lines = head.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return [...lines, '', mail.text?.trim() || (await html())].join('\n')
}
