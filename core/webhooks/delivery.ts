// One attempt to deliver: a signed POST, ten seconds in all, no redirects, and of the answer only its status.
import type { Dispatcher } from 'undici'
import { deliveryHeaders, type Signed } from './signature.ts'

/** From dialling to the answer's status. An overall limit: a receiver that drips bytes outlives every idle time-out. */
const WHOLE_MS = 10_000

export interface Outcome {
  /** The receiver took it: any 2xx. */
  delivered: boolean
  /** HTTP status; null when no answer came. */
  status: number | null
  /** For the log; says more than a user may learn about our network. */
  cause?: unknown
}

/** Sends one attempt. Never throws: whatever goes wrong is the outcome. */
export async function deliver(
  dispatcher: Dispatcher,
  url: string,
  signed: Signed,
  signal: AbortSignal,
): Promise<Outcome> {
  const { request } = await import('undici')
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: deliveryHeaders(signed),
      body: signed.body,
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]),
    })
    // The status is all that counts. Destroying without a listener for the error would end the process.
    body.on('error', () => {}).destroy()
    return { delivered: statusCode >= 200 && statusCode < 300, status: statusCode }
  } catch (cause) {
    return { delivered: false, status: null, cause }
  }
}
