// Messages to the client during one of its requests: notifications, and questions it answers.
import { SECOND_MS } from '../../core/kernel/clock.ts'
import type { Question, Verdict } from './confirmation.ts'

/** What a client answers to a request of ours; neither, when it never did. */
interface ClientAnswer {
  result?: Record<string, unknown>
  error?: { message?: string }
}

export interface Channel {
  notify(method: string, params: object): void
  request(method: string, params: object): Promise<ClientAnswer>
}

/** A channel, and the end at which the client's messages come in. */
export interface Line extends Channel {
  /** Whether the message is the answer to a request of ours, which it then settles. */
  answered(value: unknown): boolean
  /** No response can arrive any more. */
  close(): void
}

/** A person may be away. */
const LONGEST_MS = 300 * SECOND_MS

/** A line whose requests are named `<name>-1` and so on; the name keeps those of several lines apart. */
export function openLine(name: string, send: (text: string) => void): Line {
  const waiting = new Map<string, (answer: ClientAnswer) => void>()
  let count = 0
  let isOpen = true

  const settle = (id: string, answer: ClientAnswer): boolean => {
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(answer)
    return resolve !== undefined
  }

  return {
    notify: (method, params) => send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    request: (method, params) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve({})
        const id = `${name}-${(count += 1)}`
        const timer = setTimeout(() => settle(id, {}), LONGEST_MS)
        waiting.set(id, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      }),
    answered(value) {
      const { id, method } = (value ?? {}) as { id?: unknown; method?: unknown }
      return method === undefined && typeof id === 'string' && settle(id, value as ClientAnswer)
    },
    close() {
      isOpen = false
      for (const id of [...waiting.keys()]) settle(id, {})
    },
  }
}

/** Whether a client that says this of itself can put a question to its person. */
export const canAsk = (capabilities: unknown): boolean =>
  typeof (capabilities as { elicitation?: unknown } | undefined)?.elicitation === 'object'

/** No person declines this fast: the host answered by itself. */
const QUICKEST_MS = 200

/** A yes that must be given; a box that is left empty is a no. */
const FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, do it', description: 'Agree to this change.' } },
  required: ['confirm'],
}

/** Puts questions to the person as a form of their host. */
export const questionOver =
  (channel: Channel, now: () => number): Question =>
  async (message) => {
    const since = now()
    const verdict = verdictOf(await channel.request('elicitation/create', { message, requestedSchema: FORM }))
    return verdict === 'declined' && now() - since < QUICKEST_MS ? 'not asked' : verdict
  }

function verdictOf({ result }: ClientAnswer): Verdict {
  if (result === undefined) return 'not asked'
  const content = result['content'] as { confirm?: unknown } | undefined
  return result['action'] === 'accept' && content?.confirm !== false ? 'accepted' : 'declined'
}
