// Ids: UUIDv7, ordered by creation time, and the short form that people type.
import { v7 } from 'uuid'

export const newId = (): string => v7()

/** An id that only needs to be unique, such as a request's. crypto would take a command 0.7 ms to load. */
export const ephemeralId = (): string => v7({ random: Uint8Array.from(ZEROS, () => Math.random() * 256) })

const ZEROS = new Uint8Array(16)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => UUID.test(text)

/** The last eight digits: the random part of a UUIDv7, so that rows created together still differ. */
export const shortId = (id: string): string => id.slice(-8)

export const isShortId = (text: string): boolean => /^[0-9a-f]{8}$/i.test(text)

export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
