// Parses HTML and XML that others wrote, to a bounded depth: the parser looks through the open elements at each tag.
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'

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
