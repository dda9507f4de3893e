// By what a message is recognised: once read it is never proposed again, wherever it comes from the next time.
import { hash } from 'node:crypto'
import { plainText } from '../unpacking/visible-text.ts'
import type { Mail } from './reading/mail.ts'

const KEY_BYTES = 16

const keyOf = (purpose: string, text: string): Buffer =>
  hash('sha256', `${purpose}\n${text}`, 'buffer').subarray(0, KEY_BYTES)

/** The key of a Message-ID, by which answers name the messages they answer. */
export const threadKey = (messageId: string): Buffer => keyOf('thread', messageId)

/** The key of a place that is read once, such as a file of a Maildir or a number in an account. */
export const placeKey = (place: string): Buffer => keyOf('place', place)

/** The key of a message with an id: with its sender, so that a stranger's forged id hides nothing. */
export const idKey = (messageId: string, sender: string): Buffer =>
  keyOf('message', `${messageId}\n${sender}`)

/** The key of a message: of its id; without one, of its date and text. */
export const messageKey = ({ messageId, from, subject, sentAt, text }: Mail): Buffer =>
  messageId
    ? idKey(messageId, from?.address ?? '')
    : keyOf('content', `${from?.address ?? ''}\n${sentAt ?? ''}\n${subject}\n${plainText(text)}`)
