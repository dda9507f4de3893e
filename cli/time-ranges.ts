// Reads a start and an end in one text: "saturday 10 to 11:30", "tomorrow 2-3pm".

const TIME = String.raw`\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?)?`
const RANGE = new RegExp(
  String.raw`^(?:(?!(?:from|at|@)\s)(?<day>.*?\S)\s+)?(?:from\s+|at\s+|@\s?)?(?<from>${TIME})\s?(?:to|until|till|-|–)\s?(?<to>${TIME})$`,
  'i',
)
const HALF = /[ap]\.?m\.?$/i

/** A bare hour as a time of the day: `10` is 10:00, and `2` before 3pm is 2pm. */
function timed(text: string, half: string): string {
  const bare = text.trim()
  if (HALF.test(bare)) return bare
  if (half !== '') return `${bare}${half}`
  return /^\d+$/.test(bare) ? `at ${bare}` : bare
}

/** Minutes after noon or midnight, to tell 10-1pm from 2-3pm. */
function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.replace(HALF, '').trim().split(/[:.]/)
  return (Number(hours) % 12) * 60 + Number(minutes)
}

/** The two times of a range as dates to read, the end on the day of the start; null when the text is none. */
export function readRange(text: string): { start: string; end: string } | null {
  const { day = '', from = '', to = '' } = RANGE.exec(text.trim())?.groups ?? {}
  if (from === '' || to === '') return null
  const half = HALF.exec(to)?.[0] ?? ''
  const isAcross = minutesOf(from) > minutesOf(to)
  const own = half === '' ? '' : isAcross ? (/^p/i.test(half) ? 'am' : 'pm') : half
  return { start: `${day} ${timed(from, own)}`.trim(), end: timed(to, '') }
}
