// What kind of event words name: the column of a file, and a title (“Onsite with Acme”).
import { folded } from '../kernel/folded.ts'
import { entriesOf } from '../kernel/narrow.ts'
import type { EventType } from './fields.ts'

const WORDS: Readonly<Partial<Record<EventType, string>>> = {
  interview:
    'interview, interviews, onsite, on site, panel, final round, superday, loop, technical, system design, whiteboard, pairing, ' +
    'pair programming, portfolio review, vorstellungsgesprach, bewerbungsgesprach, probearbeiten, entretien, entrevista, colloquio, ' +
    'sollicitatiegesprek, intervju, rozmowa kwalifikacyjna, 面试, 面接, 면접',
  call:
    'call, phone, phone call, phone screen, phone interview, screen, screening, recruiter screen, video call, zoom, chat, intro, ' +
    'telefonat, telefoninterview, telefongesprach, anruf, appel, coup de fil, entretien telephonique, llamada, entrevista telefonica, ' +
    'telefonata, chiamata, colloquio telefonico, telefoongesprek, samtal, 电话, 電話, 전화',
  deadline:
    'deadline, due, due date, due by, last day, apply by, answer by, reply by, submit, closes, closing date, expires, expiry, frist, ' +
    'bewerbungsschluss, stichtag, abgabe, lauft ab, date limite, echeance, expire, fecha limite, plazo, vence, scadenza, prazo, 截止',
  'follow-up':
    'follow up, followup, check in, nudge, nachfassen, nachhaken, relance, relancer, seguimiento, sollecito, opvolgen',
}

const typeOf = new Map(
  entriesOf(WORDS).flatMap(([type, list = '']) => list.split(', ').map((word) => [word, type] as const)),
)
const LONGEST = 3

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The kinds that a text names, in order; of words within others, the longer ones count. */
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

/** The kind that a cell names and nothing else: “Phone screen”. */
export const typeNamed = (text: string): EventType | undefined => typeOf.get(wordsOf(text).join(' '))

/** Behind these, a title says whom or what it is about: “Prep for onsite” is no interview. */
const ABOUT =
  /\s(?:with|for|at|about|after|before|re|on|to|mit|bei|fur|für|uber|über|nach|vor|wegen|avec|chez|pour|apres|après|con|para|sobre|en|presso|met|bij|med)\s/iu

/** Between these, a title is of several parts: “Acme: onsite”. */
const PARTS = /[:,(|–—]|\s-\s/u

/** The kind of event that a title names, by the last word of what it is: “Follow-up call”, “Interview deadline”. */
export const typeOfTitle = (title: string): EventType | undefined =>
  title.split(PARTS).flatMap((part) => typesIn(part.split(ABOUT, 1).join()).at(-1) ?? [])[0]
