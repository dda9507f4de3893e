// Tokens and keys as text: a prefix, 256 bits in base62, and a checksum that tells a typing error from a fake.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a secret is for, readable at its front. */
export type SecretPrefix = CredentialPrefix | 'cal_' | `oauth_${'client' | 'code' | 'access' | 'refresh'}_`

/** Of those, what a request is made with. */
export type CredentialPrefix = 'ext_' | 'intelligence_'

export interface MintedSecret {
  /** Shown once, never stored. */
  text: string
  /** SHA-256 of the text. */
  hash: Buffer
  lastFour: string
}

/** What a text turned out to be. `mistyped` has the form of a secret but not its checksum. */
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

/** 32 bits fit a number: each request that carries a credential comes by here, and BigInt takes ten times as long. */
function checksum(text: string): string {
  let digits = ''
  let rest = crc32(text)
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    digits = DIGITS.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** The SHA-256 of a text, in hexadecimal. In one go: a hash that could be added to takes several times as long to make. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex')

const hashOf = (digest: string): Buffer => Buffer.from(digest, 'hex')

/** A new secret from 32 bytes, random unless given. */
export function mintSecret(prefix: SecretPrefix, bytes: Buffer = randomBytes(32)): MintedSecret {
  const front = prefix + base62(BigInt(`0x${bytes.toString('hex')}`), BODY_LENGTH)
  const text = front + checksum(front)
  return { text, hash: hashOf(digestOf(text)), lastFour: text.slice(-4) }
}

/** Reads a text as a secret of this prefix without asking the database. */
export function readSecret(text: string, prefix: SecretPrefix): ReadSecret {
  if (!text.startsWith(prefix) || !FORM.test(text.slice(prefix.length))) return { kind: 'foreign' }
  const isWhole = text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH))
  return isWhole ? { kind: 'ok', hash: hashOf(digestOf(text)) } : { kind: 'mistyped' }
}
