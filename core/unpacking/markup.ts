// Parses HTML and XML from strangers. The depth is limited, because at each tag the parser searches all open elements.
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import type { Entry } from './archive.ts'
import { decoded } from './decoded.ts'

/** No real document has more elements within each other. */
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

export const xmlParser = (handler: Partial<Handler>, options: ParserOptions = {}): Parser =>
  markupParser(handler, { ...options, xmlMode: true })

/** Parses a file of an archive as XML. A missing file has no content. */
export async function readXml(entry: Entry | undefined, handler: Partial<Handler>): Promise<void> {
  if (!entry) return
  const parser = xmlParser(handler)
  for await (const text of decoded(entry.pieces())) parser.write(text)
  parser.end()
}

/** An element's name without its prefix: some programs write `x:row` for `row`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
