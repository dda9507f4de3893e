// Recognises the type of an event in a file's column or in a title (“Onsite with Acme”).
import wordLists from '../../sql/data/reading/events.json' with { type: 'json' }
import { folded } from '../kernel/folded.ts'
import { keyByWord } from '../kernel/narrow.ts'
import type { EventType } from './fields.ts'

const typeOf = keyByWord<EventType>(wordLists)
const LONGEST = 3

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The types in a text, in order. Where phrases overlap, the longest counts. */
function typesIn(text: string): EventType[] {
  const words = wordsOf(text)
  const found: EventType[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(LONGEST, words.length - at)
    while (length > 0 && !typeOf.has(words.slice(at, at + length).join(' '))) length -= 1
    const type = typeOf.get(words.slice(at, at + length).join(' '))
    if (type) found.push(type)
    at += Math.max(length, 1)
  }
  return found
}

/** The type of a cell that contains nothing else: “Phone screen”. */
export const typeNamed = (text: string): EventType | undefined => typeOf.get(wordsOf(text).join(' '))

/** Words that separate an event from its subject: “Prep for onsite” is no interview. */
const BEFORE_SUBJECT =
  /\s(?:with|for|at|about|after|before|re|on|to|mit|bei|fur|für|uber|über|nach|vor|wegen|avec|chez|pour|apres|après|con|para|sobre|en|presso|met|bij|med)\s/iu

const TITLE_SEPARATOR = /[:,(|–—]|\s-\s/u

/** The type that a title names, the last one before its subject: “Follow-up call” is a call, “Interview deadline” a deadline. */
export const typeOfTitle = (title: string): EventType | undefined =>
  title
    .split(TITLE_SEPARATOR)
    .map((part) => typesIn(part.split(BEFORE_SUBJECT, 1).join()))
    // “Interview prep” and “Mock interview” are none, “Prep call” is a call.
    .map((types) => (types.at(-1) === 'interview' && types.includes('other') ? 'other' : types.at(-1)))
    .find((type) => type !== undefined && type !== 'other')
