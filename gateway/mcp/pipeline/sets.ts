// Sets of tools, by which a list is narrowed: --tools on stdio, ?tools= over HTTP.
import { PAY_APP } from '../apps/pages.ts'
import { TOOLS } from '../intelligence-tools.ts'
import type { Tool } from '../tool.ts'
import { ACTIVITY_TOOLS } from './activities.ts'
import { ASSISTANT_TOOLS } from './assistant.ts'
import { CALENDAR_TOOLS } from './calendar.ts'
import { CONTACT_TOOLS } from './contacts.ts'
import { DELETE_TOOLS } from './deleting.ts'
import { INBOX_TOOLS } from './inbox.ts'
import { JOB_TOOLS } from './jobs.ts'
import { LIST_TOOLS } from './lists.ts'
import { OFFER_TOOLS } from './offers.ts'
import { OVERVIEW_TOOLS } from './overview.ts'
import { SEARCH_TOOLS } from './searching.ts'
import { PIPELINE_TOOLS } from './tools.ts'
import { CHANGE_TOOLS } from './changes.ts'
import { WATCH_TOOLS } from './watch.ts'

/** The tools about pay, of which one has a page here; the door of the intelligence serves no pages. */
const PAY_TOOLS = TOOLS.map((tool) =>
  tool.name === 'analyze_compensation' ? { ...tool, app: PAY_APP } : tool,
)

/** Whatever is chosen, what was done can be undone and deleted. */
const ALWAYS = [...CHANGE_TOOLS, ...DELETE_TOOLS]

const NOUNS: Readonly<Record<string, readonly Tool[]>> = {
  pipeline: OVERVIEW_TOOLS,
  jobs: [...JOB_TOOLS, ...SEARCH_TOOLS, ...LIST_TOOLS],
  contacts: CONTACT_TOOLS,
  activities: ACTIVITY_TOOLS,
  calendar: CALENDAR_TOOLS,
  inbox: INBOX_TOOLS,
  watch: WATCH_TOOLS,
  ai: ASSISTANT_TOOLS,
}

const { inbox: _inbox, watch: _watch, ...ofSearch } = NOUNS

const SETS: Readonly<Record<string, readonly Tool[]>> = {
  search: Object.values(ofSearch).flat(),
  pay: PAY_TOOLS,
  offers: OFFER_TOOLS,
  reach: [...INBOX_TOOLS, ...WATCH_TOOLS],
  ...NOUNS,
}

export const SET_NAMES: readonly string[] = Object.keys(SETS)

export const ALL_TOOLS: readonly Tool[] = [...PIPELINE_TOOLS, ...PAY_TOOLS]

export const unknownSets = (text: string): string[] => wordsOf(text).filter((word) => !(word in SETS))

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

export function toolsOf(text: string | undefined): readonly Tool[] {
  const words = wordsOf(text ?? '')
  if (!words.length) return ALL_TOOLS
  const names = new Set([...words.flatMap((word) => SETS[word] ?? []), ...ALWAYS].map(({ name }) => name))
  return ALL_TOOLS.filter(({ name }) => names.has(name))
}
