// All output of the terminal: data on stdout, messages on stderr, JSON exactly like the API's.
import type { Readable } from 'node:stream'
import type { JsonText } from '../core/kernel/json-text.ts'
import { isRecord, recordOf } from '../core/kernel/narrow.ts'
import { cleanJson, withoutControls } from '../core/kernel/plain-characters.ts'
import { type CrmError, KINDS, problem } from '../core/kernel/errors.ts'
import { Ended, INTERRUPTED, stderr } from './interrupt.ts'
import { wrapped } from './ui/width.ts'
import { cleanLines, renderRecord, renderTable, type Column, type Line, type Look } from './ui/table.ts'

export type Output = ReturnType<typeof createOutput>

interface OutputOptions {
  /** The value of --json: null without it, '' for all fields. */
  json: string | null
  /** A result as the API returns it, in its envelope if it has one. */
  whole: (answer: object) => unknown
  fields: readonly string[]
  color: boolean
  /** Colours the output in a pipe too. */
  forceColor?: boolean
  /** Receives the JSON instead of stdout, which `--jq` then filters. */
  keep?: ((value: unknown) => void) | undefined
  /** Shows a text that is longer than the screen. Returns false if there is no such program. */
  page?: ((text: string) => boolean) | undefined
  streams: Streams
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { rows?: number } & {
  write(content: string | Uint8Array): unknown
}

/** Input, opened on first use. Opening takes 2 ms, which a list does not need. */
export type Stdin = () => Readable & { isTTY?: boolean; fd?: number }

export interface Streams {
  stdin: Stdin
  stdout: Stream & Pick<NodeJS.WriteStream, 'hasColors'>
  stderr: () => Stream
}

/** Width and colour support of stdout; none in a pipe. */
function lookOf(stdout: Streams['stdout'], color: boolean, isForced: boolean): Look {
  const isTerminal = Boolean(stdout.isTTY)
  return {
    isTerminal,
    // Some pseudo-terminals report a width of 0 until they are resized.
    width: stdout.columns || 80,
    // hasColors checks TERM and related variables, which only core/config.ts may read.
    color: isForced || (isTerminal && color && process.platform !== 'win32' && stdout.hasColors()),
  }
}

export function createOutput(options: OutputOptions) {
  const { json, fields, color, whole, streams, keep, page: pager } = options
  const { stdout } = streams
  const look = lookOf(stdout, color, options.forceColor === true)
  // Removes control characters of older homes' texts; keeps our colours and a file's line ends.
  const clean = (text: string) =>
    look.color ? cleanLines(text) : text.split('\r\n').map(withoutControls).join('\r\n')
  const write = (content: string | Uint8Array) =>
    void stdout.write(typeof content === 'string' ? clean(content) : content)
  const note = (sentence: string) => noteTo(streams.stderr(), sentence)
  const print = (value: object) => {
    const shown = json ? pick(value, json, fields) : whole(value)
    if (keep) keep(shown)
    else write(`${cleanJson(shown)}\n`)
  }
  /** Shows a list or a record, in the pager if it is longer than the screen. */
  const show = (text: string) => {
    const isLong = text.split('\n').length > (stdout.rows ?? Infinity)
    if (!(isLong && pager?.(clean(text)))) write(text)
  }
  return {
    look,
    json: json !== null,
    /** Whether the user can be asked: both ends are a terminal, and the output is not JSON. */
    get canAsk(): boolean {
      return Boolean(streams.stdin().isTTY && streams.stderr().isTTY) && json === null
    },
    /** A page of rows: a table for people, tab-separated for programs, the API's JSON with --json. */
    list<Row extends object>(page: object, rows: readonly Row[], columns: Column<Row>[], empty: string) {
      const { total, nextCursor } = recordOf(page)
      if (json !== null) print(page)
      else if (!rows.length && look.isTerminal) return note(empty)
      else show(renderTable(rows, columns, look))
      // JSON has a cursor for the rest, if the list has one. A filter may leave the cursor out.
      if (typeof total === 'number' && total > rows.length && (json === null || keep || !nextCursor))
        note(`${rows.length} of ${total} shown. Use --limit or --all for more.`)
    },
    record: (record: object, lines: readonly Line[]) =>
      json === null ? show(renderRecord(lines, look)) : print(record),
    done(record: object, sentence: string): void {
      if (json !== null) return print(record)
      write(`${look.isTerminal ? wrappedLines(sentence, look.width) : sentence}\n`)
    },
    /** Data printed unchanged, such as a script or a file. */
    raw: write,
    /** Writes JSON in pieces. Joins them only if `--json` selects fields. */
    async pieces(text: JsonText): Promise<void> {
      if (json || keep) {
        const { parsed } = await import('../core/kernel/json-text.ts')
        return print(recordOf(await parsed(text)))
      }
      for await (const piece of text) write(piece)
    },
    note,
    confirm: async (question: string) =>
      /^y(es)?$/i.test(await typedTo(`${question} [y/N]`, streams.stdin())),
    /** Asks a question and returns the typed line; '' for none. */
    ask: (question: string) => typedTo(question, streams.stdin()),
  }
}

const noteTo = (to: Stream, sentence: string): void => {
  const { isTTY, columns } = to
  to.write(`${isTTY ? wrappedLines(sentence, columns || 80) : sentence}\n`)
}

/** A line with a command to copy is not wrapped: people would copy the line break. */
const isCommand = (line: string): boolean => /^ *\$ /.test(line)

/** Lines for a terminal: long words are broken, and control characters removed. */
const wrappedLines = (text: string, width: number): string =>
  cleanLines(text)
    .split('\n')
    .flatMap((line) => (isCommand(line) ? [line] : wrapped(line, width)))
    .join('\n')

export function refuseUnknown(wanted: string, known: readonly string[]): void {
  const unknown = wanted.split(',').filter((name) => !known.includes(name.trim()))
  if (!unknown.length) return
  throw problem(
    'usage',
    { problem: `--json: there is no field ${unknown.join(', ')}. Fields: ${known.join(', ')}` },
    unknown.length === 1 ? { hint: `If “${wanted}” is an argument, put it before --json.` } : {},
  )
}

function pick(value: object, json: string, fields: readonly string[]): object {
  const names = json.split(',').map((name) => name.trim())
  const known = fields.length ? fields : Object.keys(recordOf(Array.isArray(value) ? value[0] : value))
  refuseUnknown(json, known)
  const some = (record: object) => Object.fromEntries(names.map((name) => [name, recordOf(record)[name]]))
  if (Array.isArray(value)) return value.map((row: object) => some(row))
  const { results } = recordOf(value)
  // If one call has several results, selects the fields of each.
  if (Array.isArray(results) && !known.includes('results'))
    return {
      results: results
        .map(recordOf)
        .map((row) => (isRecord(row['data']) ? { ...row, data: some(row['data']) } : row)),
    }
  if (!('nextCursor' in value || 'next_cursor' in value)) return some(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part.map(some) : part]),
  )
}

/** How soon the lines of a pasted text follow each other. */
const PASTE_MS = 20

/** Reads a typed line, or a pasted text as one line. Ctrl-C exits with 130; Ctrl-D returns ''. */
async function typedTo(question: string, input: Readable): Promise<string> {
  const { createInterface } = await import('node:readline')
  const output = stderr()
  const lines = createInterface({ input, output })
  const typed: string[] = []
  await new Promise<void>((resolve, reject) => {
    lines.on('SIGINT', () => {
      output.write('\n')
      reject(new Ended(INTERRUPTED))
    })
    lines.on('close', resolve)
    lines.on('line', (line) => typed.push(line) === 1 && setTimeout(resolve, PASTE_MS))
    lines.setPrompt(`${wrappedLines(question, (output.columns || 80) - 2)} `)
    lines.prompt()
  }).finally(() => lines.close())
  return [...typed, lines.line].join(' ').trim()
}

export function printError(
  error: CrmError,
  json: boolean,
  { stdout, stderr }: Streams,
  codeOf: (error: CrmError) => string = ({ kind }) => KINDS[kind].wire,
): number {
  const { kind, message, hint, requestId } = error
  if (json) {
    // JSON has no fields that are undefined.
    const shown = { code: codeOf(error), message, hint: hint || undefined, requestId: requestId || undefined }
    stdout.write(`${cleanJson({ error: shown })}\n`)
  } else {
    const note = (sentence: string) => noteTo(stderr(), sentence)
    note(`crm: ${terminalWords(message)}`)
    if (hint) note(terminalWords(hint))
    if (requestId && kind === 'internal') note(`Request ${requestId}`)
  }
  return KINDS[kind].exit
}

/** Puts flags and commands in place of fields and routes: `pass allowDuplicate: true` becomes `pass --allow-duplicate`. */
export const terminalWords = (sentence: string): string =>
  sentence
    .replace(
      /\bpass (\w+): true/g,
      (_, field: string) => `pass --${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    .replace('send your provider’s key in X-User-API-Key, or buy AI budget', 'set the key of a provider')
    .replace(/\bThe page answered with status 4(?:04|10)\./g, 'There is no such page.')
    .replace(/\bThe page answered with status \d+\./g, 'The page was not given out.')
    .replace(/,? or (?:GET|POST|PATCH|DELETE) \/[\w/{}:?=-]+/g, '')
    .replace(
      /\b(?:sign in )?at (?:GET|POST|PATCH|DELETE) \/[\w/{}:-]+/g,
      'sign in: crm remote login --server URL',
    )
