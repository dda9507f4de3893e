// Tokens and keys as text: a prefix, 256 random bits in base62, and a checksum that finds typing errors.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type SecretPrefix = CredentialPrefix | 'cal_' | `oauth_${'client' | 'code' | 'access' | 'refresh'}_`

export const KINDS = {
  token: { prefix: 'ext_', what: 'token' },
  key: { prefix: 'intelligence_', what: 'intelligence key' },
} as const

export type CredentialPrefix = (typeof KINDS)[keyof typeof KINDS]['prefix']

/** What a text is. `mistyped`: the form of a secret, but a wrong checksum. `foreign`: another form or prefix. */
type ReadSecret = { kind: 'ok'; hash: Buffer } | { kind: 'mistyped' } | { kind: 'foreign' }

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 43
const CHECK_LENGTH = 6
const FORM = /^[0-9A-Za-z]{49}$/

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

function checksum(text: string): string {
  let digits = ''
  let rest = crc32(text)
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    digits = DIGITS.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Hashes in one call: an incremental hash takes several times as long. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex')

/** A new secret. `text` is shown once and never stored. */
export function mintSecret(prefix: SecretPrefix, bytes: Buffer = randomBytes(32)) {
  const front = prefix + base62(BigInt(`0x${bytes.toString('hex')}`), BODY_LENGTH)
  const text = front + checksum(front)
  return { text, hash: hash('sha256', text, 'buffer'), lastFour: text.slice(-4) }
}

export function readSecret(text: string, prefix: SecretPrefix): ReadSecret {
  if (!text.startsWith(prefix) || !FORM.test(text.slice(prefix.length))) return { kind: 'foreign' }
  const isWhole = text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH))
  return isWhole ? { kind: 'ok', hash: hash('sha256', text, 'buffer') } : { kind: 'mistyped' }
}
