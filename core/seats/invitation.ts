// The invitation code: a signed reference to the seat, so nothing has to be stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../kernel/context.ts'
import { bytesOfId, idOfBytes } from '../kernel/id.ts'

export interface SeatRef {
  ownerId: string
  id: string
}

const PREFIX = 'seat_'
const ID_BYTES = 16
const PROOF_BYTES = 16

const proofOf = (vault: Vault, named: Buffer): Buffer =>
  createHmac('sha256', vault.deriveKey('seats')).update(named).digest().subarray(0, PROOF_BYTES)

/** The invitation code of a seat. Always the same for a seat, and invalid once it is taken or removed. */
export function invitationOf(vault: Vault, { ownerId, id }: SeatRef): string {
  const named = Buffer.concat([bytesOfId(ownerId), bytesOfId(id)])
  return PREFIX + Buffer.concat([named, proofOf(vault, named)]).toString('base64url')
}

/** The seat of a code; undefined for a code that this service did not sign. */
export function readInvitation(vault: Vault, code: string): SeatRef | undefined {
  const bytes = Buffer.from(code.trim().slice(PREFIX.length), 'base64url')
  if (!code.trim().startsWith(PREFIX) || bytes.length !== 2 * ID_BYTES + PROOF_BYTES) return undefined
  const named = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), proofOf(vault, named))) return undefined
  return { ownerId: idOfBytes(named.subarray(0, ID_BYTES)), id: idOfBytes(named.subarray(ID_BYTES)) }
}
