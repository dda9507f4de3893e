// Status names of other trackers, mapped to ours.
import lists from '../../../sql/data/reading/statuses.json' with { type: 'json' }
import { entriesOf, isOneOf, keyByWord } from '../../kernel/narrow.ts'
import { STATUSES, type Status } from '../fields.ts'

/** A parsed status. `exact` is false if the original word says more than our status, so that the notes must keep the word. */
interface ReadStatus {
  readonly status: Status
  readonly exact: boolean
}

const table: ReadonlyMap<string, ReadStatus> = new Map(
  entriesOf(lists).flatMap(([kind, list]) =>
    [...keyByWord<Status>(list)].map(
      ([word, status]) => [word, { status, exact: kind === 'exact' }] as const,
    ),
  ),
)

// "2nd round", "Interview 3", "Round 2 interview", "First interview with the team".
const rounds =
  /^(?:(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth) (?:round|interview)|(?:round|interview) \d{1,2})\b/

/** The result of a stage: "OA completed" is still an OA. */
const stageResult =
  / (?:received|sent|invited|invite|invitation|scheduled|booked|pending|started|submitted|completed|complete|done|passed|stage)$/

/** A date or a number at the end: “Interview scheduled 12/3”, “Technical Interview #2”. */
const trailingNumber = /(?: (?:am|on|le|el))?(?: \d{1,4})+$/

/** The number of a column on a board: "3. Interviewing". */
const columnNumber = /^\d{1,2} (?=\p{L})/u

const statusWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The status for another tracker's word, or the user's own mapping; null if unknown. */
export function readStatus(text: string, own: Readonly<Record<string, string>> = {}): ReadStatus | null {
  const mapped = Object.entries(own).find(([word]) => statusWords(word) === statusWords(text))?.[1]
  if (isOneOf(STATUSES, mapped)) return { status: mapped, exact: true }
  // “Accepted?” is a question.
  if (/[?？]\s*$/.test(text)) return null
  const words = statusWords(text)
  const known = table.get(words)
  if (known) return known
  if (rounds.test(words)) return { status: 'interviewing', exact: false }
  const bare = words.replace(columnNumber, '')
  const stage = table.get(bare) ?? table.get(bare.replace(trailingNumber, '').replace(stageResult, ''))
  if (stage) return { ...stage, exact: stage.exact && table.has(bare) }
  return byFirstWord(bare)
}

/** “Rejected after interview”, “Applied - Easy Apply”: the first word is the status, unless it is “no” or another one follows. */
function byFirstWord(text: string): ReadStatus | null {
  const [first = '', ...rest] = text.split(' ')
  const known = table.get(first)
  const isEnd = known?.status === 'rejected' || known?.status === 'withdrawn'
  const isStage = known?.status === 'applied' || known?.status === 'interviewing'
  if (!known || first === 'no' || !(isEnd || isStage)) return null
  // The “no” of “Applied, no response” denies the next word.
  const words = rest.filter((word, at) => word !== 'no' || at === rest.length - 1)
  const others = words.map((word) => table.get(word)?.status).filter((status) => status !== undefined)
  const isSure = isEnd
    ? !others.some((status) => progress[status] >= progress[known.status])
    : others.every((status) => status === known.status)
  return isSure ? { status: known.status, exact: false } : null
}

/** How far along each status is, so that an older file moves no job back. Final statuses are equal. */
export const progress: Readonly<Record<Status, number>> = {
  saved: 0,
  applied: 1,
  screening: 2,
  interviewing: 3,
  offer: 4,
  accepted: 5,
  rejected: 5,
  withdrawn: 5,
}
