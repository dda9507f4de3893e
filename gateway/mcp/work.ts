// Work handles: the names under which an agent's changes are recorded, so that it can find and undo them. Over HTTP
// they are signed, so that every replica accepts them and nobody can forge one. The id of a session without stored
// state is a handle too.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { invalidInput } from '../../core/kernel/schema.ts'
import { DAY_MS, type Clock } from '../../core/kernel/clock.ts'

const VALID_MS = 30 * DAY_MS

const [TIME_BYTES, RANDOM_BYTES, SIGNATURE_BYTES] = [6, 8, 12]

export function newWork({ now }: Clock): string {
  const made = Buffer.alloc(TIME_BYTES)
  made.writeUIntBE(now(), 0, TIME_BYTES)
  return Buffer.concat([made, randomBytes(RANDOM_BYTES)]).toString('base64url')
}

export function isRecentWork(name: string, { now }: Clock): boolean {
  const made = Buffer.from(name, 'base64url')
  if (made.length !== TIME_BYTES + RANDOM_BYTES || made.toString('base64url') !== name) return false
  const age = now() - made.readUIntBE(0, TIME_BYTES)
  return age >= 0 && age <= VALID_MS
}

/** The error for a handle that does not belong to the caller. */
export const notWork = () => invalidInput([{ path: 'work', message: NOT_GIVEN }])
const NOT_GIVEN = 'was not given to you in the last 30 days: leave it out to begin again'

const MAX_ENDED = 10_000

export function createSignedNames(key: Buffer, clock: Clock) {
  const ended = new Set<string>()
  const signatureOf = (id: string, owner: string): Buffer =>
    createHmac('sha256', key).update(`${owner} ${id}`).digest().subarray(0, SIGNATURE_BYTES)
  return {
    make(owner: string): string {
      const id = newWork(clock)
      return `${id}.${signatureOf(id, owner).toString('base64url')}`
    },
    isValid(name: string, owner: string): boolean {
      const [id = '', signature = ''] = name.split('.')
      const sent = Buffer.from(signature, 'base64url')
      const isSigned = sent.length === SIGNATURE_BYTES && timingSafeEqual(sent, signatureOf(id, owner))
      return isSigned && isRecentWork(id, clock) && !ended.has(name)
    },
    end(name: string): void {
      if (ended.size >= MAX_ENDED) ended.clear()
      ended.add(name)
    },
  }
}
