// The format of the log, and redaction of secrets.

type Fields = Record<string, unknown>

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (fields: Fields, message: string) => void>

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Tokens, keys, webhook and Stripe secrets, JWTs and URL passwords, anywhere in a line. A user and a password may contain @. */
const SECRETS =
  /\b(?:ext|intelligence|cal|oauth_(?:client|code|access|refresh))_[0-9A-Za-z]{20,}|\bwhsec_[\w+/=-]{8,}|\bsk_(?:test|live)_\w{8,}|\b(?:sk|xai)-[\w-]{12,}|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<=:\/\/[^\s:/]{0,200}:)(?:[^\s/"]|"(?![,:}\]]))+(?=@)/g

/** A line without any of these has no secret. Testing for them takes a twentieth of the time. */
const HINTS = /ext_|intelligence_|cal_|oauth_|whsec_|sk_|sk-|xai-|eyJ|:\/\//

export const redact = (line: string): string => (HINTS.test(line) ? line.replace(SECRETS, '[secret]') : line)

export function lineLog(level: LogLevel, write: (line: string) => void): Log {
  const min = LOG_LEVELS.indexOf(level)
  const entry = (name: LogLevel) => (fields: Fields, message: string) => {
    if (LOG_LEVELS.indexOf(name) < min) return
    write(redact(JSON.stringify({ level: name, message, ...fields }, replaceErrors)))
  }
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') }
}

function replaceErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { ...value, name: value.name, message: value.message, stack: value.stack }
}
