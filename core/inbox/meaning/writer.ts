// Who wrote a message: the reader, somebody whose message the reader passed on, or an address that anybody may have.
import { letterOf, type Letter } from '../reading/letter.ts'
import type { Mail, Mailbox } from '../reading/mail.ts'
import { domainOf, isPrivate } from './names.ts'
import { fold } from './sentences.ts'

/** Whether the reader wrote it: from one of their addresses, or under their name and to themselves. */
export function isMine({ from, to }: Mail, own: ReadonlySet<string>): boolean {
  if (!from) return false
  if (own.has(from.address)) return true
  const name = fold(from.name)
  const toSelf = name !== '' && to.some((one) => fold(one.name) === name)
  return toSelf
}

/** A message that the reader passed on counts as what they passed on. */
export function unwrapped(
  mail: Mail,
  letter: Letter,
  own: ReadonlySet<string>,
): { mail: Mail; letter: Letter; passedOn: boolean } {
  const inner = letter.forwarded
  const onlyNote = letter.own.length < 400
  if (!inner || !onlyNote || !isMine(mail, own)) return { mail, letter, passedOn: false }
  const from: Mailbox | null = inner.from
  const opened: Mail = {
    ...mail,
    from,
    replyTo: null,
    sender: null,
    subject: inner.subject || mail.subject,
    text: inner.text,
  }
  return { mail: opened, letter: letterOf(opened), passedOn: true }
}

/** Written from an address as anybody may have, or as the reader has. */
export function isPrivateSender({ from }: Mail, own: ReadonlySet<string>): boolean {
  const domain = domainOf(from?.address.split('@')[1] ?? '')
  return isPrivate(domain) || [...own].some((address) => domainOf(address.split('@')[1] ?? '') === domain)
}
