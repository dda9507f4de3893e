// Parses HTML and XML that others wrote, to a bounded depth: the parser looks through the open elements at each tag.
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import type { Entry } from './archive.ts'
import { decoded } from './decoded.ts'

/** More elements within each other than any document has. */
const MAX_DEPTH = 1_000

export class TooDeepError extends Error {
  constructor() {
    super('is nested too deeply')
  }
}

export function markupParser(handler: Partial<Handler>, options: ParserOptions = {}): Parser {
  let depth = 0
  return new Parser(
    {
      ...handler,
      onopentagname(name) {
        depth += 1
        if (depth > MAX_DEPTH) throw new TooDeepError()
        handler.onopentagname?.(name)
      },
      onclosetag(name, isImplied) {
        depth -= 1
        handler.onclosetag?.(name, isImplied)
      },
    },
    options,
  )
}

/** As `markupParser`, for XML. */
export const xmlParser = (handler: Partial<Handler>, options: ParserOptions = {}): Parser =>
  markupParser(handler, { ...options, xmlMode: true })

/** Reads a file of an archive as XML; one that is not there says nothing. */
export async function readXml(entry: Entry | undefined, handler: Partial<Handler>): Promise<void> {
  if (!entry) return
  const parser = xmlParser(handler)
  for await (const text of decoded(entry.pieces())) parser.write(text)
  parser.end()
}

/** The name of an element without its prefix: some programs write `x:row` for `row`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
