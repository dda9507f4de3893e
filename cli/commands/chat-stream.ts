// A read-only chat turn on a server, with the server's own model, as a stream of events.
import type { Config } from '../../core/config.ts'
import { scoutChat } from '../../core/scout/operations.ts'
import type { TurnEvent, TurnIn } from '../../core/scout/turn.ts'
import { newId } from '../../core/kernel/id.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { errorOf, headersFor, secondsOf, unreachable } from '../remote.ts'

export async function* streamFromServer(
  config: Config,
  input: TurnIn,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const { request } = (await import('undici')).default
  const url = new URL(config.server + routeOf(scoutChat).path)
  const headers = { ...headersFor(config, scoutChat, {}), 'content-type': 'application/json' }
  const answer = await request(url, {
    ...{ method: 'POST', headers, body: JSON.stringify(input), signal },
    ...{ headersTimeout: 0, bodyTimeout: 0 },
  }).catch((error: unknown) => {
    throw unreachable(url, error)
  })
  if (answer.statusCode !== 200) {
    const body: unknown = await answer.body.json().catch(() => null)
    const requestId = String(answer.headers['x-request-id'] ?? newId())
    const retryAfterSeconds = secondsOf(answer.headers['retry-after'])
    const reply = { status: answer.statusCode, body, retryAfterSeconds, requestId }
    throw errorOf(reply, scoutChat, config)
  }
  let rest = ''
  let isWhole = false
  try {
    for await (const part of answer.body.setEncoding('utf8')) {
      const blocks = (rest + String(part)).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventIn(block)
        if (event) yield event
        isWhole ||= event?.event === 'done' || event?.event === 'error'
      }
    }
  } catch (error) {
    throw signal.aborted ? error : unreachable(url, error)
  }
  // A proxy may cut off a response.
  if (!isWhole) throw unreachable(url, new Error('its answer was cut off'))
}

/** Parses a block of the stream; undefined for heartbeats. */
function eventIn(block: string): TurnEvent | undefined {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  // Our gateway's format.
  return event && data ? ({ event, data: JSON.parse(data) } as TurnEvent) : undefined
}
