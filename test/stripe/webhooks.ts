// The Stripe stub's webhook sender, with Stripe's delivery behaviour: duplicates, out of order, late, and
// retries.
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { World } from './world.ts'

export interface Endpoint {
  url: string
  secret: string
  /** Takes the events of a gateway in this process, without HTTP; returns the status. */
  receive?(body: string, signature: string): Promise<number>
}

/** Faults of a delivery. */
export interface Habits {
  secret?: string
  /** The age of the signature's timestamp. */
  ageSeconds?: number
  /** Changes the body after it was signed. */
  tamper?: boolean
}

export interface Sender {
  /** Events not yet accepted, oldest first. */
  waiting: Stripe.Event[]
  /** Sends one event once; returns the status. */
  send(event: Stripe.Event, habits?: Habits): Promise<number>
  /** Sends pending events in this order until each is accepted; returns the number of sends. */
  deliver(order?: (events: Stripe.Event[]) => Stripe.Event[]): Promise<number>
}

const MAX_TRIES = 40

/** The signature header Stripe would send with this body. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hmac}`
}

/** Collects every event; sends them on request, or immediately if `prompt`. */
export function createSender(world: World, endpoint: () => Endpoint | undefined, prompt: boolean): Sender {
  const waiting: Stripe.Event[] = []

  const send: Sender['send'] = async (event, { secret, ageSeconds = 0, tamper = false } = {}) => {
    const to = endpoint()
    if (!to) return 0
    const body = JSON.stringify(event)
    // The signature uses the real time, because the receiver compares it with its own clock.
    const seconds = Math.floor(Date.now() / 1_000) - ageSeconds
    const signature = signatureOf(body, secret ?? to.secret, seconds)
    const sent = tamper ? body.replace('"livemode":false', '"livemode":true') : body
    if (to.receive) return to.receive(sent, signature)
    const response = await fetch(to.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
      },
      body: sent,
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.status ?? 0
  }

  const accepted = (status: number): boolean => status >= 200 && status < 300

  const insist = async (event: Stripe.Event): Promise<number> => {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      if (accepted(await send(event))) return tries
      await new Promise((resolve) => setTimeout(resolve, 50 * (tries - 1)))
    }
    throw new Error(`Event ${event.id} (${event.type}) was never accepted.`)
  }

  world.onEvent = (event) => {
    if (prompt) void insist(event).catch(() => waiting.push(event))
    else waiting.push(event)
  }

  return {
    waiting,
    send,
    async deliver(order = (events) => events) {
      let sends = 0
      for (const event of order(waiting.splice(0))) sends += await insist(event)
      return sends
    },
  }
}
