// Parses untrusted XML into elements and texts. Refuses custom entities and truncated documents.
import type { Handler } from 'htmlparser2'
import { TooDeepError, xmlParser } from '../../unpacking/markup.ts'
import { takingTurns } from '../../kernel/turns.ts'
import { UnexpectedAnswerError } from '../found-posting.ts'
import { entitiesResolved } from '../../scout/job-posting.ts'

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** The root element with one of these names; throws UnexpectedAnswerError for anything else, such as an HTML page. */
export async function xmlRoot(body: string, names: readonly string[]): Promise<XmlElement> {
  const start = body.slice(0, 2_000)
  // A document type may define entities that expand without limit.
  if (/<!DOCTYPE/i.test(start) || /<!ENTITY/i.test(start))
    throw new UnexpectedAnswerError(
      /<!DOCTYPE\s+html/i.test(start) ? 'is a page, not data' : 'has a document type',
    )
  const [root] = await parseElements(body).catch((error: unknown) => {
    throw error instanceof TooDeepError ? new UnexpectedAnswerError(error.message) : error
  })
  if (!root || !names.includes(root.name))
    throw new UnexpectedAnswerError(`has no element <${names.join('> or <')}>`)
  // The parser closes open elements, so a truncated document would look complete.
  if (!new RegExp(`</(?:\\w+:)?${root.name}\\s*>\\s*$`).test(body) && !/\/>\s*$/.test(body))
    throw new UnexpectedAnswerError('was cut off')
  return root
}

const PIECE = 32_768
/** Longer than any posting's text. The rest of a longer text is dropped. */
const MAX_TEXT = 400_000

async function parseElements(body: string): Promise<XmlElement[]> {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let [raw, isVerbatim] = ['', false]
  /** Adds the text read so far. The parser may split `&amp;` between two texts, so entities are resolved only here. */
  const flush = () => {
    const element = open.at(-1)
    if (element) element.text += entitiesResolved(raw.slice(0, MAX_TEXT))
    raw = ''
  }
  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      flush()
      const element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    ontext(data) {
      const element = open.at(-1)
      if (!isVerbatim) raw += data
      else if (element) element.text += data
    },
    oncdatastart() {
      flush()
      isVerbatim = true
    },
    oncdataend: () => void (isVerbatim = false),
    onclosetag() {
      flush()
      const element = open.pop()
      if (element) element.text = element.text.trim()
    },
  }
  const parser = xmlParser(handler, { decodeEntities: false })
  const letOthersRun = takingTurns()
  for (let at = 0; at < body.length; at += PIECE) {
    await letOthersRun()
    parser.write(body.slice(at, at + PIECE))
  }
  parser.end()
  return top.children
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

/** The text of the first child with one of these names; null if empty or missing. */
export const childText = ({ children }: XmlElement, ...names: readonly string[]): string | null =>
  names.map((name) => children.find((child) => child.name === name && child.text)?.text).find(Boolean) ?? null
