// Categories of failure by what a client can do about them.

interface Kind {
  http: number
  /** Code in the pipeline's `{error, code}` envelope and in the terminal's JSON. */
  wire: string
  rpc: number
  exit: number
}

/** Categories of failure by what a client can do about them, and their code in each transport. */
export const KINDS = {
  usage: { http: 400, wire: 'USAGE', rpc: -32602, exit: 2 },
  invalid: { http: 400, wire: 'VALIDATION_ERROR', rpc: -32602, exit: 5 },
  unpaid: { http: 402, wire: 'AI_KEY_REQUIRED', rpc: -32002, exit: 4 },
  unauthenticated: { http: 401, wire: 'UNAUTHORIZED', rpc: -32001, exit: 4 },
  payment: { http: 402, wire: 'PAYMENT_REQUIRED', rpc: -32012, exit: 5 },
  forbidden: { http: 403, wire: 'FORBIDDEN', rpc: -32003, exit: 4 },
  not_found: { http: 404, wire: 'NOT_FOUND', rpc: -32004, exit: 3 },
  method: { http: 405, wire: 'METHOD_NOT_ALLOWED', rpc: -32601, exit: 2 },
  timeout: { http: 408, wire: 'TIMEOUT', rpc: -32008, exit: 6 },
  conflict: { http: 409, wire: 'CONFLICT', rpc: -32009, exit: 5 },
  expired: { http: 410, wire: 'CURSOR_EXPIRED', rpc: -32011, exit: 5 },
  precondition: { http: 412, wire: 'PRECONDITION_FAILED', rpc: -32010, exit: 5 },
  too_large: { http: 413, wire: 'PAYLOAD_TOO_LARGE', rpc: -32602, exit: 5 },
  media: { http: 415, wire: 'UNSUPPORTED_MEDIA_TYPE', rpc: -32602, exit: 5 },
  headers: { http: 431, wire: 'HEADERS_TOO_LARGE', rpc: -32602, exit: 5 },
  unprocessable: { http: 422, wire: 'UNPROCESSABLE', rpc: -32602, exit: 5 },
  limited: { http: 429, wire: 'RATE_LIMITED', rpc: -32029, exit: 7 },
  internal: { http: 500, wire: 'INTERNAL_ERROR', rpc: -32603, exit: 1 },
  processor: { http: 500, wire: 'PROCESSOR_ERROR', rpc: -32055, exit: 6 },
  declined: { http: 500, wire: 'CARD_DECLINED', rpc: -32012, exit: 5 },
  page: { http: 502, wire: 'FETCH_FAILED', rpc: -32053, exit: 6 },
  provider: { http: 502, wire: 'AI_PROVIDER_ERROR', rpc: -32052, exit: 6 },
  unavailable: { http: 503, wire: 'UNAVAILABLE', rpc: -32053, exit: 6 },
  provider_late: { http: 504, wire: 'AI_TIMEOUT', rpc: -32054, exit: 6 },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
