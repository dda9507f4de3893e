// The limits of the service: name, requests per minute, and for some per month.

import type { LimitName } from '../kernel/family.ts'
import type { AtOnce } from './at-once.ts'

export interface Limit {
  /** Maximum calls a minute; each counts for 60 to 61 seconds, see limiter.ts. */
  minute: number
  /** Maximum calls in a calendar month (UTC); null for no monthly quota. */
  month: number | null
  /** Maximum calls open at the same time; without it any number. */
  atOnce?: AtOnce
}

const perMinute = (minute: number): Limit => ({ minute, month: null })

/** For routes that call a model and have no limit of their own. */
const ASSISTANT = perMinute(20)

const CHAT = { ...ASSISTANT, atOnce: { kind: 'chats', most: 8 } }

/** All limits. The name is also the key of the counters, so a renamed limit begins at zero. */
export const LIMITS = {
  // Counted per user.
  pipeline: { minute: 60, month: 50_000 },
  // Counted per account, however many keys it has.
  'intelligence-free': { minute: 60, month: 1_000 },
  'intelligence-pro': { minute: 300, month: 500_000 },
  'intelligence-ultra': { minute: 1_500, month: 5_000_000 },
  // Callers without a credential; counted per address.
  'intelligence.address': perMinute(60),
  'oauth.address': perMinute(60),
  // Counted per user.
  'billing.subscribe': perMinute(10),
  'billing.change': perMinute(10),
  'billing.card': perMinute(10),
  'billing.cancel': perMinute(5),
  'billing.reactivate': perMinute(5),
  'billing.subscription': perMinute(20),
  'billing.refund': perMinute(3),
  'billing.preview': perMinute(10),
  'billing.address': perMinute(10),
  'billing.portal': perMinute(10),
  'billing.checkout': perMinute(10),
  'billing.reconcile': perMinute(2),
  'billing.buy-boost': perMinute(10),
  'billing.buy-prep-pack': perMinute(10),
  'billing.buy-resume-tailor': perMinute(10),
  'billing.buy-cover-letter': perMinute(10),
  'billing.buy-salary-playbook': perMinute(10),
  'billing.purchases': perMinute(20),
  'billing.purchase': perMinute(60),
  'billing.ledger': perMinute(20),
  'billing.plans': perMinute(60),
  // Operations with a limit of their own, counted per user.
  'postings.fetch': perMinute(20),
  // Equal to the pipeline limit, because its actions are those of the pipeline.
  'scout.act': perMinute(60),
  'scout.chat': CHAT,
  'scout.stream': CHAT,
  'assistants.parse-jd': ASSISTANT,
  'assistants.parse-contact': ASSISTANT,
  'assistants.resume-tailor': ASSISTANT,
  'assistants.interview-prep': ASSISTANT,
  'assistants.interview-debrief': ASSISTANT,
  'assistants.company-brief': ASSISTANT,
  'assistants.parse-interview-email': ASSISTANT,
  'assistants.wellness-analysis': ASSISTANT,
  'assistants.draft-message': ASSISTANT,
  'assistants.parse-statement': ASSISTANT,
  'assistants.salary-advisor': ASSISTANT,
  'assistants.pipeline-insights': ASSISTANT,
  'assistants.parse-resume': perMinute(3),
} as const satisfies Record<LimitName, Limit>
