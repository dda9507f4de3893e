// Messages to the client during one of its requests: notifications, and requests that the client responds to.
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { inOneLine } from '../../core/kernel/plain-characters.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'

/** The client's response to a request of ours; both fields are absent if none arrived. */
interface ClientAnswer {
  result?: Record<string, unknown> | undefined
  error?: unknown
}

export type ClientChannel = ReturnType<typeof openClientChannel>
/** What a call uses of it. */
export type Channel = Pick<ClientChannel, 'notify' | 'request'>

/** The name that a client gives itself: `claude-code/2.1`. */
export function clientNamed(info: unknown): string | undefined {
  const { name, version } = recordOf(info)
  const words = [name, version].filter((word): word is string => typeof word === 'string' && word !== '')
  return inOneLine(words.join('/')).slice(0, 100) || undefined
}

/** Long, because the user may be away. */
const TIMEOUT_MS = 300 * SECOND_MS

export function openClientChannel(name: string, send: (text: string) => void, beat: () => void = () => {}) {
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
    notify: (method: string, params: object): void =>
      send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    request: (method: string, params: object) =>
      new Promise<ClientAnswer>((resolve) => {
        if (!isOpen) return resolve({})
        const id = `${name}-${(count += 1)}`
        const timer = setTimeout(() => settle(id, {}), TIMEOUT_MS)
        waiting.set(id, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      }),
    answered(value: unknown): boolean {
      const { id, method, result, error } = recordOf(value)
      return (
        method === undefined &&
        typeof id === 'string' &&
        settle(id, { result: result === undefined ? result : recordOf(result), error })
      )
    },
    beat,
    close(): void {
      isOpen = false
      for (const id of [...waiting.keys()]) settle(id, {})
    },
  }
}

/** Whether these client capabilities include forms, which ask the user a question. */
export function canAsk(capabilities: unknown): boolean {
  const { elicitation } = recordOf(capabilities)
  // A client that names no mode supports forms.
  return isRecord(elicitation) && ('form' in elicitation || !('url' in elicitation))
}

/** A form with one checkbox; leaving it empty means no. */
const FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Yes, do it', description: 'Agree to this change.' } },
  required: ['confirm'],
}

export const cannotAsk: AskUser = async () => 'unanswered'

export const elicitOver =
  (channel: Channel, signal: () => AbortSignal): AskUser =>
  async (message) => {
    const answer = channel.request('elicitation/create', formOf(message))
    const { result, error } = await Promise.race([answer, untilAborted(signal())])
    return error === undefined && result ? verdictOf(result) : 'unanswered'
  }

export const formOf = (message: string) => ({ message, requestedSchema: FORM })

const untilAborted = (signal: AbortSignal): Promise<ClientAnswer> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve({})
    else signal.addEventListener('abort', () => resolve({}), { once: true })
  })

/** Only an accepted form with its box ticked means yes; every other answer means no. */
export function verdictOf(answer: unknown): Verdict {
  const { action, content } = recordOf(answer)
  return action === 'accept' && recordOf(content)['confirm'] === true ? 'accepted' : 'declined'
}

/** The outcome of the host's form: `unanswered` if it could not be shown, or no answer arrived. */
export type Verdict = 'accepted' | 'declined' | 'unanswered'

export type AskUser = (question: string) => Promise<Verdict>
