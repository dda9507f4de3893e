// Reads XML that others wrote: elements and their texts, without entities of its own, and never cut off.
import { parseDocument } from 'htmlparser2'
import { UnexpectedAnswerError } from '../found-posting.ts'
import { entitiesResolved } from '../../scout/job-posting.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** An element: its name without prefix, and what is in it. */
export interface XmlElement {
  name: string
  /** The name with its prefix, such as `tt:city`. */
  fullName: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** Its own text, CDATA included. */
  text: string
}

/** The root element of this name; throws UnexpectedAnswerError for anything else, such as a page. */
export function xmlRoot(body: string, names: readonly string[]): XmlElement {
  const start = body.slice(0, 2_000)
  // A document type may define entities, which can expand without end.
  if (/<!DOCTYPE/i.test(start) || /<!ENTITY/i.test(start))
    throw new UnexpectedAnswerError(
      /<!DOCTYPE\s+html/i.test(start) ? 'is a page, not data' : 'has a document type',
    )
  const { children } = parseDocument(body, { xmlMode: true, decodeEntities: false })
  const root = children.map(elementOf).find((element) => element !== null)
  if (!root || !names.includes(root.name))
    throw new UnexpectedAnswerError(`has no element <${names.join('> or <')}>`)
  // The parser closes what was left open, so a document that was cut off would look whole.
  if (!new RegExp(`</(?:\\w+:)?${root.name}\\s*>\\s*$`).test(body) && !/\/>\s*$/.test(body))
    throw new UnexpectedAnswerError('was cut off')
  return root
}

function elementOf(node: Node): XmlElement | null {
  if (node.type !== 'tag' && node.type !== 'script' && node.type !== 'style') return null
  const children = node.children.map(elementOf).filter((element) => element !== null)
  return {
    ...{ name: node.name.replace(/^.*:/, ''), fullName: node.name, attributes: node.attribs, children },
    text: node.children.map(textOf).join('').trim(),
  }
}

function textOf(node: Node): string {
  if (node.type === 'text') return entitiesResolved(node.data)
  return node.type === 'cdata'
    ? node.children.map((child) => ('data' in child ? child.data : '')).join('')
    : ''
}

/** The children of this name: not those of children. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

/** The text of the first child of one of these names; null when it is empty or missing. */
export function childText(element: XmlElement, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = element.children.find((child) => child.name === name && child.text)?.text
    if (text) return text
  }
  return null
}
