// Keys that recognise a message in any place, so that crm proposes nothing from it twice.
import { hash } from 'node:crypto'
import { plainText } from '../unpacking/visible-text.ts'
import type { Mail } from './reading/decode.ts'

const KEY_BYTES = 16

const keyOf = (purpose: string, text: string): Buffer =>
  hash('sha256', `${purpose}\n${text}`, 'buffer').subarray(0, KEY_BYTES)

/** The key of a Message-ID, by which replies refer to earlier messages. */
export const threadKey = (messageId: string): Buffer => keyOf('thread', messageId)

/** The key of a place that is read once, such as a Maildir file or a message number in an account. */
export const placeKey = (place: string): Buffer => keyOf('place', place)

/** The key of a message in which crm found nothing. If a later version finds something, the message is not skipped. */
export const leftKey = (key: Buffer): Buffer => keyOf('left', key.toString('hex'))

/** The key of a message with an id. It includes the sender, so that a forged id cannot hide another sender’s message. */
export const idKey = (messageId: string, sender: string): Buffer =>
  keyOf('message', `${messageId}\n${sender}`)

/** The key of a message: from its id, or without an id, from its sender, date, subject and text. */
export const messageKey = ({ messageId, from, subject, sentAt, text }: Mail): Buffer =>
  messageId
    ? idKey(messageId, from?.address ?? '')
    : keyOf('content', `${from?.address ?? ''}\n${sentAt ?? ''}\n${subject}\n${plainText(text)}`)
