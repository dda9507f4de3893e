// The wires of a gateway that runs in this process: everything that it hears from Postgres and Stripe passes here, and may be
// the moment at which it dies. Then all of them are cut for good.
import { connect, Socket } from 'node:net'
import type { StripeTransport } from '../../core/billing/stripe.ts'
import { socketFileOf, type Address } from '../../core/database/embedded/address.ts'
import type { StripeStub, StubAnswer } from '../stripe/server.ts'
import { createTrigger, type Moment } from './tap.ts'

export interface Wires {
  /** Opens a connection to Postgres, for its driver. */
  database(address: Address): Socket
  /** Carries the requests of Stripe's library to a stub in this process. */
  stripe(stub: () => StripeStub): StripeTransport
  /** Arms a death at a future moment; returns a function that disarms it and says whether it happened. */
  arm(moment: Moment): () => boolean
  cut(): void
}

/** What is heard of Stripe over a wire that was cut: nothing that is worth another try. */
const CUT: StubAnswer = { status: 500, body: { error: {} }, headers: { 'stripe-should-retry': 'false' } }

/** Wires that call `onDeath` when an armed moment has come. */
export function createWires(onDeath: () => void): Wires {
  const trigger = createTrigger()
  const sockets = new Set<Socket>()
  let isCut = false
  const hear = (on: Moment['on'], text: string): void => {
    if (!isCut && trigger.fires(on, text)) onDeath()
  }
  return {
    arm: trigger.arm,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    database(address) {
      if (isCut) return new Socket().destroy()
      const socket = connect(socketFileOf(address))
      // Before the driver's own listener: it may hear of the write, but nobody will ever hear of it from there.
      socket.on('data', (bytes) => hear('write', bytes.toString('latin1')))
      sockets.add(socket.on('close', () => sockets.delete(socket)))
      return socket
    },
    stripe: (stub) => ({
      getClientName: () => 'in this process',
      async makeRequest(...[, , path, method, headers, form]) {
        if (isCut) return heard(CUT)
        const { pathname, search } = new URL(path, 'http://stub')
        const header = (name: string) => headers[name] as string | undefined
        const answer = await stub().handle({
          ...{ method, path: pathname, form: form || search.slice(1) },
          ...{ key: header('Idempotency-Key'), authorization: header('Authorization') },
        })
        hear('stripe', `${method} ${pathname}`)
        return heard(isCut || !answer ? CUT : answer)
      },
    }),
  }
}

const heard = ({ status, body, headers = {} }: StubAnswer) => ({
  getStatusCode: () => status,
  getHeaders: () => headers,
  getRawResponse: () => body,
  toStream: () => null,
  toJSON: async () => body,
})
