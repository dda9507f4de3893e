// Reads an input file completely, checking its size and that it is text.
import { systemCodeOf, fail, isCrmError, quietly } from '../../core/kernel/errors.ts'
import { createReadStream, fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Run, misused, type Stdin } from '../command.ts'

const MAX_BYTES = 20 * 1024 * 1024

/** The text of a file, or of stdin for `-`; `usage` if it cannot be read, `invalid_input` if it is not text. */
export async function readUpload(file: string, stdin: Stdin): Promise<string> {
  return textIn(await readBytes(file, stdin), file === '-' ? 'stdin' : file)
}

export function textIn(bytes: Buffer, name: string): string {
  const kind = foreignKind(bytes)
  if (kind) fail('invalid_input', { problems: `${name} is ${kind}` })
  return decodeText(bytes, name, 'In a spreadsheet, save it as “CSV UTF-8”.')
}

/** The parsed JSON of a file or stdin; undefined if it is no JSON. */
export async function readJson(file: string, stdin: Stdin): Promise<unknown> {
  const text = await readUpload(file, stdin)
  return quietly((): unknown => JSON.parse(text))
}

/** A secret from stdin, without its line end. */
export const secretIn = async ({ stdin }: Pick<Run, 'stdin'>): Promise<string> =>
  (await readUpload('-', stdin)).replace(/\r?\n$/, '')

export const EMPTY_STDIN = 'There is nothing on stdin. Pipe a file in, or name one.'

export function decodeText(bytes: Buffer, name: string, hint = 'Save it as plain text.'): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch (error) {
    return fail('invalid_input', { problems: `${name} is not UTF-8 text. ${hint}` }, { cause: error })
  }
}

/** The bytes of a file or stdin, read without blocking, so that Ctrl-C works while it waits. */
export async function readBytes(file: string, stdin: Stdin): Promise<Buffer> {
  if (file === '-' && stdin().isTTY) misused(EMPTY_STDIN)
  const chunks: Buffer[] = []
  let total = 0
  try {
    const source: AsyncIterable<Buffer> = file === '-' ? pipedIn(stdin) : createReadStream(file) // Without an encoding, a stream yields buffers.
    for await (const chunk of source) {
      total += chunk.length
      if (total > MAX_BYTES)
        fail('invalid_input', { problems: `${file === '-' ? 'stdin' : file} is over 20 MB. Split it.` })
      chunks.push(chunk)
    }
  } catch (error) {
    if (isCrmError(error)) throw error
    const code = systemCodeOf(error)
    if (code === 'EISDIR') misused(`${file} is a folder. Name a file in it.`)
    const reason = code === 'ENOENT' ? 'does not exist' : 'cannot be read'
    return misused(`${file} ${reason}.`, { cause: error })
  }
  return Buffer.concat(chunks)
}

function pipedIn(stdin: Stdin): Readable {
  if (isFolder(stdin)) misused('stdin is a folder. Pipe a file in, or name one.')
  return stdin()
}

/** Whether stdin is a folder, which Node treats as empty input. */
export function isFolder(stdin: Stdin): boolean {
  const { fd } = stdin()
  return fd !== undefined && fstatSync(fd).isDirectory()
}

/** Excel's “Unicode text” is UTF-16. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The kind of a non-text file; undefined for text. */
function foreignKind(bytes: Buffer): string | undefined {
  const magic = bytes.subarray(0, 4).toString('latin1')
  if (magic.startsWith('PK')) return 'a zip archive or a spreadsheet program’s own file. Unpack it first.'
  if (magic === '\u00d0\u00cf\u0011\u00e0')
    return 'a workbook of the old kind, or one with a password. Save it as .xlsx or CSV.'
  return magic === '%PDF' ? 'a PDF. Save it as CSV.' : undefined
}
