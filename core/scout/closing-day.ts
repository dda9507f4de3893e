// Finds the last day to apply for a posting: in its structured data, and in the words of its text.
import { dayText, wallTime } from '../kernel/clock.ts'
import { foldedFully } from '../kernel/folded.ts'
import { readMoment } from '../reading/moments.ts'
import { daysIn, timesIn, withoutDays } from '../reading/prose.ts'
import { isNothing } from '../sheets/text.ts'
import type { LeftFact } from './page-pay.ts'

/** Cues before the last day to apply, folded. “Bis zum” alone is no cue: it also limits contracts. */
const CUE = new RegExp(
  [
    String.raw`\bapply (?:by|before|until|no later than|on or before)\b`,
    String.raw`\bapplications?(?: period| window)? (?:deadline|due|(?:will )?(?:close|end)s?|(?:is|are|must be|should be|will be) (?:due|open|accepted|received|submitted|(?:expected|scheduled) to (?:close|end)))\b`,
    String.raw`\b(?:clos(?:ing|e) date|last (?:day|date) (?:to apply|for appl\w+)|deadline (?:to apply|for (?:appl|submi)\w+)|submission deadline|deadline:)`,
    String.raw`\b(?:posting|position|vacancy|job|role|advert) (?:(?:will )?(?:close|expire)s?|is open)\b|\bopen until\b(?! filled)`,
    String.raw`\bbewerbungs(?:frist|schluss)|\beinsendeschluss|\bbewerb(?:en|ung|ungen)\b(?= [^.;]{0,60}\bbis\b)|\b(?:date limite|cloture des candidatures|postulez avant)`,
    String.raw`\b(?:candidat\w{1,6}|postuler)\b(?= [^.;]{0,60}\b(?:avant|jusqu'au|hasta|ate|entro)\b)`,
    String.raw`\b(?:fecha limite|data limite|plazo|prazo|cierre de|scadenza|sluitingsdatum|sista ansokningsdag|ansokningsfrist|ansogningsfrist|soknadsfrist|termin skladania|aplikuj do|nabor trwa do)\b|応募締切|応募期限`,
    String.raw`\b(?:solliciteer|solliciteren|reageer|reageren)\b(?= [^.;]{0,60}\b(?:voor|tot|uiterlijk)\b)`,
  ].join('|'),
  'g',
)
/** These begin the lines that crm adds to a posting's text: for the closing day of its board, and for pay that was not used. */
export const STATED_END = 'Closing date stated by the board: '
export const UNUSED_PAY = 'Pay as stated by the board: '
const MAX_GAP = 60
const MAX_TEXT_CHARACTERS = 100_000
const MAX_LINE_CHARACTERS = 1_000
const SENTENCE_END = /\p{L}{4}[.!?]\s|;/u
const BEFORE = /\b(?:before|avant|antes|voor|vor dem)\b/

interface ClosingDay {
  /** ISO, UTC; null if the posting states no such day, or it is unclear. */
  at: string | null
  left: LeftFact[]
  words?: string
}

const LEFT_FIELDS: Readonly<Record<string, string>> = {
  salary: 'Pay on the page',
  deadline: 'Last day to apply',
  posting: 'Postings on the page',
}

/** The facts that were not used, each as a line for the notes of a job. */
export const leftLines = (left: readonly LeftFact[]): string[] =>
  left.map(({ field, text, why }) => {
    const isSentence = /^\p{Lu}/u.test(why)
    return `${LEFT_FIELDS[field] ?? field}: “${text}”${isSentence ? `. ${why}` : ` ${why}.`}`
  })

const leftOut = (text: string, why: string): ClosingDay => ({
  at: null,
  left: [{ field: 'deadline', text: text.slice(0, 200), why }],
})

/** The date after a cue, as in “apply by 3 May”; null if none. `why`: what is unclear. `day`: null if it cannot be used. */
function dayAfter(cue: string, rest: string, now: number): { day: string | null; why: string | null } | null {
  const today = wallTime(now, 'UTC')
  const [one, other] = [false, true].map((monthFirst) => daysIn(rest, { today, monthFirst })[0])
  if (!one || !other || one.from > MAX_GAP || SENTENCE_END.test(rest.slice(0, one.from))) return null
  if (dayText(one) !== dayText(other)) return { day: null, why: 'can be a day and a month in either order' }
  if (one.relative) return { day: null, why: 'depends on the day on which it was written' }
  const isTimed = timesIn(withoutDays(rest, [one])).some(
    ({ from, hour, minute }) => from < one.to + 20 && hour + minute > 0,
  )
  const isEarlier = isTimed || BEFORE.test(cue + rest.slice(0, one.from))
  return { day: dayText(one), why: isEarlier ? 'means a time before the end of that day' : null }
}

function fromWords(text: string, now: number, timeZone: string): ClosingDay {
  const found = text
    .slice(0, MAX_TEXT_CHARACTERS)
    .split('\n')
    .flatMap((line) => {
      const folded = foldedFully(line.slice(0, MAX_LINE_CHARACTERS)).replace(/[’‘]/g, "'")
      return [...folded.matchAll(CUE)].flatMap(({ index, 0: cue }) => {
        const end = index + cue.length
        const read = dayAfter(cue, folded.slice(end, end + MAX_GAP + 40), now)
        return read ? [{ ...read, words: line.trim() }] : []
      })
    })
  const [first] = found
  if (!first) return { at: null, left: [] }
  const unclear = found.find(({ day }) => day === null)
  if (unclear) return leftOut(unclear.words, unclear.why ?? '')
  if (found.some(({ day }) => day !== first.day))
    return leftOut(found.map(({ words }) => words).join('; '), 'names several last days to apply')
  const { at } = endOf(first.day ?? '', now, timeZone)
  return { at, words: first.words, left: first.why ? leftOut(first.words, first.why).left : [] }
}

const MAX_OPEN_MS = 3 * 365 * 86_400_000

function endOf(text: string, now: number, timeZone: string) {
  const { value, doubts } = readMoment(text, new Date(now), timeZone, { atEnd: true, untimed: 'midnight' })
  return { at: value?.endsAt === null ? value.at : null, doubt: doubts[0] }
}

/** The end of a posting in its data. A day, or midnight without a zone, means the end of that day. */
export function endInData(validThrough: unknown, now: number, timeZone: string): ClosingDay {
  const [given] = [validThrough].flat()
  const words = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
  if (words === '' || isNothing(words)) return { at: null, left: [] }
  const { at, doubt } = endOf(words.replace(/[T ]00:00(?::00(?:\.0+)?)?$/, ''), now, timeZone)
  if (at !== null && Date.parse(at) > now + MAX_OPEN_MS) return leftOut(words, 'is too far away to be meant')
  if (at === null) return leftOut(words, 'is no day that can be read')
  return { at, words, left: doubt ? leftOut(words, doubt).left : [] }
}

/** The last day to apply. If data and text differ, the earlier one: some systems let every posting expire after some weeks. */
export function closingOf(
  { validThrough, text }: { validThrough?: unknown; text: string },
  now: number,
  timeZone: string,
): ClosingDay {
  const stated = text.lastIndexOf(STATED_END)
  const ofBoard = stated < 0 ? undefined : text.slice(stated + STATED_END.length)
  const both = [
    endInData(validThrough ?? ofBoard, now, timeZone),
    fromWords(stated < 0 ? text : text.slice(0, stated), now, timeZone),
  ]
  const left = both.flatMap((each) => each.left)
  const dated = both.flatMap(({ at, words = '' }) => (at === null ? [] : [{ at, words }]))
  const [first, later] = dated.sort((one, other) => (one.at < other.at ? -1 : 1))
  if (!first) return { at: null, left }
  if (Date.parse(first.at) < now)
    return { at: null, left: [...left, ...leftOut(first.words, 'The posting has expired.').left] }
  const isSame = later === undefined || later.at.slice(0, 10) === first.at.slice(0, 10)
  const other = isSame ? [] : leftOut(later.words, 'The posting names an earlier day, too.').left
  return { at: first.at, left: [...left, ...other] }
}
