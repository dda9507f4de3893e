// Reads what the user wants from a counter: a yearly base, or words such as “more equity” or “start later”.
import { readMoney } from '../reading/money.ts'

/** The parts of an offer that can be asked for beside the base. */
export const WISHES = [
  'signing',
  'equity',
  'bonus',
  'startDate',
  'ptoDays',
  'remote',
  'relocation',
  'level',
] as const
export type Wish = (typeof WISHES)[number]

const WORDS: Readonly<Record<Wish, RegExp>> = {
  signing: /\bsign(?:ing|[- ]?on)?\b/i,
  equity: /\b(?:equity|stock|shares?|rsus?|options?|grant)\b/i,
  bonus: /\bbonus\b(?<!sign(?:ing|[- ]?on)? bonus)/i,
  startDate: /\bstart(?:ing)?\b|\bbegin\b/i,
  ptoDays: /\b(?:vacation|holidays?|pto|days? off|time off|leave)\b/i,
  remote: /\b(?:remote(?:ly)?|home|hybrid|office)\b/i,
  relocation: /\b(?:relocat\w+|moving|move)\b/i,
  level: /\b(?:level|title|senior|promotion|grade)\b/i,
}

const BASE = /\b(?:base|salary|pay|money)\b/i

export interface Goal {
  base: number | null
  wishes: Wish[]
  /** Words without any meaning here; null when there are none. */
  unread: string | null
}

/** No amount of base pay is this small; “5 days” is about days. */
const LEAST_BASE = 1_000

export function readGoal(goal: number | string | undefined): Goal {
  if (goal === undefined) return { base: null, wishes: [], unread: null }
  if (typeof goal === 'number') return { base: goal, wishes: [], unread: null }
  const said = readMoney(goal)
  const wishes = WISHES.filter((wish) => WORDS[wish].test(goal))
  const isYearly = said !== null && (said.period === null || said.period === 'year')
  const isBase = isYearly && said.amount >= LEAST_BASE && (!wishes.length || BASE.test(goal))
  const base = isBase ? said.amount : null
  const isRead = base !== null || wishes.length > 0 || BASE.test(goal)
  return { base, wishes, unread: isRead ? null : goal.trim() }
}
