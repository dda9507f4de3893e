// `crm webhooks listen`: prints events as they happen and forwards them to a local URL. They are polled.
import { recordOf } from '../../core/kernel/narrow.ts'
import { messageOf } from '../../core/kernel/errors.ts'
import { newId } from '../../core/kernel/id.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { MAX_WAIT_SECONDS, type FeedPage } from '../../core/webhooks/feed.ts'
import { followEvents } from '../../core/webhooks/operations.ts'
import { deliveryHeaders, newSecret } from '../../core/webhooks/signature.ts'
import { textOf, type Command, type Run, wordsOf, misused } from '../command.ts'
import { secretIn } from './upload.ts'
import { parseUrl } from '../../core/kernel/url.ts'

type FeedEvent = FeedPage['events'][number]

const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS
const RETRY_PAUSE_MS = 2 * SECOND_MS

export const listenCommand: Command = {
  name: 'listen',
  about: 'Show events as they happen, and forward them to a local address.',
  operation: 'webhooks.events',
  options: [
    { flags: '--forward-to <url>', about: 'Forward each event there, signed like a real delivery.' },
    { flags: '--events <list>', about: 'Only these: job.created, offer.received, …' },
    { flags: '--secret-stdin', about: 'Read the signing secret from stdin (default: generated).' },
  ],
  examples: [
    'crm webhooks listen',
    'crm webhooks listen --forward-to http://localhost:3000 --events job.created',
  ],
  async run(run) {
    const { options, out } = run
    const to = targetOf(textOf(options, 'forwardTo'))
    const secret = options['secretStdin'] === true ? await secretIn(run) : newSecret()
    if (to) {
      out.note(`Forwarding to ${to.href}.`)
      if (options['secretStdin'] !== true) out.note(`Signing secret for this session: ${secret}`)
    }
    out.note('Listening. Ctrl-C ends it.')
    await follow(run, async (event) => out.raw(await lineOf(event, to, secret, out.json)))
  },
}

function targetOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const written = /^https?:\/\//.test(text) ? text : `http://${text}`
  return parseUrl(written) ?? misused(`--forward-to: “${text}” is not a URL. Try: http://localhost:3000/hook`)
}

/** Polls for events until the process ends; retries while the server is unavailable. */
async function follow({ client, options, out }: Run, show: (event: FeedEvent) => Promise<void>) {
  const event = wordsOf<'job.created'>(options, 'events')
  // The first request must succeed, so that an invalid token is reported at once.
  let cursor = (await client.call(followEvents, { event })).nextCursor
  for (let lost = false; ;) {
    try {
      const page = await client.call(followEvents, { event, cursor, wait: MAX_WAIT_SECONDS - 5 })
      if (lost) out.note('Listening again.')
      lost = false
      for (const each of page.events) await show(each)
      cursor = page.nextCursor
    } catch (error) {
      if (!lost) out.note(`${messageOf(error)} Trying again.`)
      lost = true
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
    }
  }
}

async function lineOf(event: FeedEvent, to: URL | undefined, secret: string, json: boolean): Promise<string> {
  const answer = to && (await forward(event, to, secret))
  if (json) return `${JSON.stringify(answer ? { ...event, forwarded: answer } : event)}\n`
  const data = recordOf(recordOf(JSON.parse(event.payload))['data'])
  const subject = [data['name'] ?? data['title'], data['company'], data['role']].filter(Boolean).join(' — ')
  const time = new Date(event.timestamp).toTimeString().slice(0, 8)
  const outcome = answer ? `  → ${answer.status ?? answer.problem} in ${answer.durationMs} ms` : ''
  return `${time}  ${event.event}${subject && `  ${subject}`}${outcome}\n`
}

/** Forwards an event. The URL was given by the user at their own terminal, so it needs no outbound guard. */
async function forward(event: FeedEvent, to: URL, secret: string) {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const headers = deliveryHeaders({
    deliveryId: newId(),
    event: event.event,
    timestampSeconds: Math.floor(Date.now() / SECOND_MS),
    body: event.payload,
    secret,
  })
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers,
      body: event.payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return { status: response.status, durationMs: took(), problem: undefined }
  } catch (error) {
    const { code, name } = recordOf(recordOf(error)['cause'] ?? error)
    return { status: null, durationMs: took(), problem: `no response (${String(code ?? name)})` }
  }
}
