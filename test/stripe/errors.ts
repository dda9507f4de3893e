// The Stripe stub's errors, in Stripe's shape.

export class StubError extends Error {
  override readonly name = 'StubError'
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...more } }
  }
}

/** Stripe's error for an unknown id. */
export const missing = (what: string, id: string, param = 'id'): StubError =>
  new StubError(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

export const invalid = (message: string, more: Record<string, unknown> = {}): StubError =>
  new StubError(400, 'invalid_request_error', message, more)

/** 402, with the current state of the payment. */
export const declined = (code: string, message: string, payment?: object): StubError =>
  new StubError(402, 'card_error', message, {
    code,
    ...(code === 'card_declined' && { decline_code: 'generic_decline' }),
    ...(payment && { payment_intent: payment }),
  })
