// Questions to the person through their host: a form that the client declared it can show.
import type { Question, Verdict } from '../confirmation.ts'
import { SECOND_MS } from '../../../core/kernel/clock.ts'

export interface Asker {
  /** Told what the client says it can. */
  introduced(capabilities: unknown): void
  /** Whether the message is the answer to a question of ours, which it then settles. */
  answered(value: unknown): boolean
  question: Question
  /** Nobody will answer any more. */
  close(): void
}

/** Nobody reads and refuses within this: the host did it by itself. */
const QUICKEST_MS = 200
/** A person may be away. */
const LONGEST_MS = 300 * SECOND_MS

/** A yes that must be given; a box that is left empty is a no. */
const FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, do it', description: 'Agree to this change.' } },
  required: ['confirm'],
}

interface Answer {
  result?: { action?: unknown; content?: { confirm?: unknown } }
}

export function createAsker(send: (text: string) => void, now: () => number): Asker {
  const waiting = new Map<string, (answer: Answer) => void>()
  let canAsk = false
  let count = 0

  const ask = (message: string): Promise<Answer> =>
    new Promise((resolve) => {
      const id = `question-${(count += 1)}`
      const timer = setTimeout(() => settle(id, {}), LONGEST_MS)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      const params = { message, requestedSchema: FORM }
      send(JSON.stringify({ jsonrpc: '2.0', id, method: 'elicitation/create', params }))
    })

  const settle = (id: string, answer: Answer): boolean => {
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(answer)
    return resolve !== undefined
  }

  return {
    introduced(capabilities) {
      canAsk = typeof (capabilities as { elicitation?: unknown } | undefined)?.elicitation === 'object'
    },
    answered(value) {
      const { id, method } = (value ?? {}) as { id?: unknown; method?: unknown }
      return method === undefined && typeof id === 'string' && settle(id, value as Answer)
    },
    async question(message) {
      if (!canAsk) return 'not asked'
      const since = now()
      const verdict = verdictOf(await ask(message))
      return verdict === 'declined' && now() - since < QUICKEST_MS ? 'not asked' : verdict
    },
    close() {
      canAsk = false
      for (const id of [...waiting.keys()]) settle(id, {})
    },
  }
}

function verdictOf({ result }: Answer): Verdict {
  if (result === undefined) return 'not asked'
  return result.action === 'accept' && result.content?.confirm !== false ? 'accepted' : 'declined'
}
