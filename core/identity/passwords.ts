// Hashes passwords with argon2id, at most two at a time, and refuses weak ones.
import type { Passwords } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. A hash takes 27 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_CONCURRENT = 2
/** At 27 ms each, the last one waits a third of a second. */
const MAX_WAITING = 20

/** A hash of the same cost that no password matches. It is checked for unknown accounts. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$wSLVI9p0ojUbrKqSwb0qkQ$iU+cHJvvTySvTs6sWh290yF7yTAApsCW0XJeT7Wx3aA'

/** Normalised, so that it does not matter how a keyboard composes an accent. */
const normalised = (password: string): string => password.normalize('NFKC')

export function createPasswords(): Passwords {
  const limited = createConcurrencyLimit(MAX_CONCURRENT, MAX_WAITING)
  return {
    hash: (password) =>
      limited(async () => (await import('@node-rs/argon2')).hash(normalised(password), COST)),
    async verify(hash, password) {
      const matches = await limited(async () => {
        const argon2 = await import('@node-rs/argon2')
        return argon2.verify(hash ?? DUMMY_HASH, normalised(password))
      })
      return matches && hash !== null
    },
  }
}

/** Runs at most `maxConcurrent` tasks, and queues `maxWaiting` more. Throws `busy` beyond that. */
export function createConcurrencyLimit(
  maxConcurrent: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw problem('busy', {}, { retryAfterSeconds: 1 })
      // The task that ends gives its place to the next one, so `running` does not change.
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

/** Why a password is refused, to follow “Password …”. crm has no rules for characters, because they lead to weaker passwords. */
export function passwordProblem(password: string, email: string): string | undefined {
  const lower = normalised(password).toLowerCase()
  if (lower === email || lower === email.split('@')[0]) return 'must not be your e-mail address'
  if (/^(.)\1*$/u.test(lower) || COMMON.has(lower)) return 'is among the first that a guesser tries'
  return undefined
}

const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 9876543210 87654321 123123123 1234512345
   112233445566 11223344 12341234 147258369 1qaz2wsx 1qazxsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
   zaq12wsx qazwsxedc qazwsx123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 asdfghjk asdfghjkl
   asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678
   password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa$$word pass1234
   passwort passwort1 motdepasse contraseña iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1
   football football1 baseball baseball1 basketball superman superman1 spiderman batman123 starwars pokemon1
   trustno1 letmein1 letmein123 welcome1 welcome123 changeme changeme1 changeme123 michelle jennifer jordan23
   computer internet whatever samsung1 liverpool liverpool1 chelsea1 arsenal1 charlie1 michael1 jessica1
   dragon123 monkey123 master123 shadow123 killer123 freedom1 hello123 secret123 test1234 testtest admin123
   admin1234 administrator root1234 default1 guest123 login123 user1234 corvette mercedes maverick butterfly
   chocolate blink182 mustang1 yankees1 cowboys1 hunter123 correcthorsebatterystaple`.split(/\s+/),
)
