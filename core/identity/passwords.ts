// Passwords: hashing with argon2id, at most two at a time, and rejection of weak ones.
import type { Passwords } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import { isCommon } from './common-passwords.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. 27 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Concurrent hashes, and requests that may queue; at 27 ms each the last of them waits a third of a second.
 */
const MAX_CONCURRENT = 2
const MAX_WAITING = 20

/** A decoy hash of the same cost that no password matches, for unknown accounts. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$wSLVI9p0ojUbrKqSwb0qkQ$iU+cHJvvTySvTs6sWh290yF7yTAApsCW0XJeT7Wx3aA'

/** Normalised, so that accents match however the keyboard composed them. */
const bytesOf = (password: string): string => password.normalize('NFKC')

export function createPasswords(): Passwords {
  const turn = createConcurrencyLimit(MAX_CONCURRENT, MAX_WAITING)
  return {
    hash: (password) => turn(async () => (await import('@node-rs/argon2')).hash(bytesOf(password), COST)),
    async verify(hash, password) {
      const matches = await turn(async () => {
        const argon2 = await import('@node-rs/argon2')
        return argon2.verify(hash ?? DUMMY_HASH, bytesOf(password))
      })
      return matches && hash !== null
    },
  }
}

/** Runs at most `atOnce` tasks concurrently and queues `mostWaiting`; throws `busy` beyond that. */
export function createConcurrencyLimit(
  maxConcurrent: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw problem('busy', {}, { retryAfterSeconds: 1 })
      // A finishing task hands its slot to the next, so `running` does not change.
      await new Promise<void>((go) => waiting.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * The problem with a password of valid length, if any. No composition rules: they lead to weaker passwords.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain === email || plain === email.split('@')[0]) return 'must not be your e-mail address'
  if (/^(.)\1*$/u.test(plain) || isCommon(plain)) return 'is among the first that a guesser tries'
  return undefined
}
