// Turns the text of an environment variable into a value. Each reader throws a description of valid texts.
import { isOneOf } from './kernel/narrow.ts'
import { parseUrl } from './kernel/url.ts'

export type ReadSetting<T = unknown> = (text: string) => T

export interface Variable {
  name: string
  about: string
  example: string
  read: ReadSetting
  /** The value if the variable is not set; null by default. */
  fallback?: unknown
}

export const url =
  (...protocols: string[]): ReadSetting<string> =>
  (value) => {
    const parsed = parseUrl(value)
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    // The scheme in lower case: others compare it.
    return `${parsed.protocol}${value.trim().slice(parsed.protocol.length).replace(/\/$/, '')}`
  }

export const textual = (name: string, about: string, example: string) => ({
  ...{ name, about, example },
  read: (value: string) => value,
})

/** A variable with the address of a web server. */
export const webAddress = (name: string, about: string, example: string) => ({
  ...{ name, about, example },
  read: url('http:', 'https:'),
})

export const whole =
  (min: number, max: number): ReadSetting<number> =>
  (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return number
  }

export const oneOf =
  <T extends string>(...values: readonly T[]): ReadSetting<T> =>
  (value) => {
    if (!isOneOf(values, value)) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }

export const secret =
  (bytes: number): ReadSetting<string> =>
  (value) => {
    if (Buffer.byteLength(value) < bytes) throw new Error(`must be at least ${bytes} characters`)
    return value
  }

export const matching =
  (form: RegExp, must: string): ReadSetting<string> =>
  (value) => {
    if (!form.test(value.trim())) throw new Error(must)
    return value.trim()
  }

export const MAIL_ADDRESS = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>)$/

/** `example.com`, `localhost:3000`, `[::1]:3000`. */
const HOST_AND_PORT = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

const listOf =
  (form: RegExp, entry: string): ReadSetting<string[]> =>
  (value) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const wrong = parts.filter((part) => !form.test(part))
    if (wrong.length) throw new Error(`must be a comma-separated list of ${entry}; not ${wrong.join(', ')}`)
    return parts
  }

export const hosts = listOf(HOST_AND_PORT, 'host[:port]')

/** Where to connect instead of a host, without TLS. The key is `host:port`, or `host` for all ports. */
export type HostMap = Readonly<Record<string, { host: string; port: number }>>

const ENTRY = /^((?:\*\.)?[\w.-]+(?::\d{1,5})?)=([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i

const readEntries = listOf(ENTRY, 'host:port=127.0.0.1:9911')

export const hostMap: ReadSetting<HostMap> = (value) =>
  Object.fromEntries(
    readEntries(value).map((entry) => {
      const [, from = '', host = '', port] = ENTRY.exec(entry) ?? []
      return [from.toLowerCase(), { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }]
    }),
  )
