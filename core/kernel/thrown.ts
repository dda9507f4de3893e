// Reads properties of thrown values, which can be of any type.
import { recordOf } from './narrow.ts'

export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Runs work that may fail without harm, for example on a full disk. Returns undefined when it throws. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The `code` of an error of Node, of the database or of a library; undefined if it has none. */
export function systemCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

export function answerBehind(thrown: unknown): { statusCode: number; responseBody: string } {
  const { statusCode, responseBody } = recordOf(thrown)
  return { statusCode: Number(statusCode ?? 0), responseBody: String(responseBody ?? '') }
}

/** Whether a connection failed because of TLS: an untrusted certificate, or a server that speaks something else. */
export const isTlsFailure = ({ code = '', message = '' }: { code?: unknown; message?: string }): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(String(code)) || /certificate/i.test(message)
