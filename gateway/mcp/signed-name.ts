// Names that nobody else can make up: a session that needs no memory is one, so every replica knows it.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

interface SignedNames {
  make(owner: string): string
  /** Whether it was made for this owner, and not ended in this process. */
  isValid(name: string, owner: string): boolean
  end(name: string): void
}

const BYTES = 18

/** Most ended names remembered. */
const MAX_ENDED = 10_000

export function createSignedNames(key: Buffer): SignedNames {
  const ended = new Set<string>()
  const signatureOf = (id: string, owner: string): Buffer =>
    createHmac('sha256', key).update(`${owner} ${id}`).digest().subarray(0, BYTES)
  return {
    make(owner) {
      const id = randomUUID()
      return `${id}.${signatureOf(id, owner).toString('base64url')}`
    },
    isValid(name, owner) {
      const [id = '', signature = ''] = name.split('.')
      const sent = Buffer.from(signature, 'base64url')
      return sent.length === BYTES && timingSafeEqual(sent, signatureOf(id, owner)) && !ended.has(name)
    },
    end(name) {
      if (ended.size >= MAX_ENDED) ended.clear()
      ended.add(name)
    },
  }
}
