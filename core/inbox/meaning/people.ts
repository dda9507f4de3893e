// Finds the person who wrote a message, by the sender, the reply address, or the signature.
import { first } from '../../kernel/narrow.ts'
import type { Letter } from '../reading/letter.ts'
import type { Mail } from '../reading/decode.ts'
import { says } from './phrases.ts'
import { fold, hasPhrase } from './sentences.ts'
import { isGeneric, personIn } from '../../reading/people.ts'
import { companyKey, employerIn, isHiringSystem, isFromPlatform, isSpelledByHiringSystem } from './names.ts'

export interface Person {
  name: string
  email: string | null
}

const namesIn = (text: string) =>
  [...new Set(text.match(/\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){1,2}/gu))].map((name) => ({
    name,
    folded: fold(name),
  }))

/** A named person and their address in a text: `Annika Sorensen … annika.sorensen@…`. */
function addressedPerson(text: string): Person | null {
  let names: { name: string; folded: string }[] | undefined
  for (const [address] of text.slice(0, 8_000).matchAll(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)) {
    const parts = fold(first(address.split('@')))
      .split(/[._-]/)
      .filter((part) => part.length > 1)
    if (isGeneric(address) || parts.length < 2) continue
    names ??= namesIn(text)
    const owner = names.find(({ folded }) => parts.every((part) => folded.includes(part)))
    if (owner) return { name: owner.name, email: address.toLowerCase() }
  }
  return null
}

/** The name in the signature: after the closing words, or in one of the last lines. */
function signedBy(own: string, readers: readonly string[]): string | null {
  const lines = own
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap(splitClosing)
  const closing = lines.findLastIndex((line) => says('closing', fold(line)))
  const after = closing >= 0 && closing > lines.length - 8 ? lines.slice(closing + 1, closing + 4) : []
  for (const line of [...after, ...lines.slice(-5)]) {
    if (says('closing', fold(line))) continue
    const name = personIn(line.replace(/^i\. ?[AV]\.\s*/, '').replace(/\s*[,|(].*$/, ''))
    // A greeting ends with the user's first name: `Olá Mara`.
    const isReader = readers.some((reader) => ` ${fold(name ?? '')}`.endsWith(` ${reader.split(' ')[0]}`))
    if (name && name.split(' ').length <= 4 && !isReader && !readers.includes(fold(name))) return name
  }
  return null
}

/** Splits `Best, Tom Berg` into two lines. */
function splitClosing(line: string): string[] {
  const cut = line.indexOf(',')
  const isParted = cut > 0 && line.length < 80 && says('closing', fold(line.slice(0, cut)))
  return isParted ? [line.slice(0, cut), line.slice(cut + 1).trim()] : [line]
}

/** Whether a single name is also the address: `Mo <mo@…>`. */
const isGivenName = (name: string, address: string): boolean =>
  /^\p{Lu}\p{Ll}+$/u.test(name) &&
  !isGeneric(address) &&
  !isHiringSystem(address.split('@')[1] ?? '') &&
  fold(first(address.split('@'))) === fold(name)

/** The contact of the job whose first name is in the text; null for none or several. */
function mentionedContact(text: string, contacts: readonly Person[]): Person | null {
  const folded = fold(text)
  const named = contacts.filter(({ name }) => {
    const first = fold(name).split(' ')[0]!
    return name.includes(' ') && first.length > 2 && hasPhrase(folded, first)
  })
  return named.length === 1 ? named[0]! : null
}

/** The person to store as a contact; null if the sender is a department or system. */
export function personOf(
  mail: Mail,
  letter: Letter,
  job: { company: string | null; contacts: readonly Person[] },
): Person | null {
  const { from, replyTo } = mail
  if (isFromPlatform(from)) return null
  const { company, contacts } = job
  const own = letter.own
  const sender = companyKey(employerIn(from?.name ?? ''))
  const isFirm = (name: string) =>
    (company !== null && companyKey(company).includes(companyKey(name))) ||
    isSpelledByHiringSystem(name, from?.address ?? '') ||
    (sender !== '' && isGeneric(from?.address ?? '') && companyKey(name).startsWith(sender))
  if (from) {
    const name = personIn(from.name)
    const known = contacts.find(({ email }) => email !== null && email === from.address)
    if (!name && known && !isGeneric(from.address)) return known
    const viaService = /\s(?:via|über|through)\s/i.test(from.name)
    if (name && !isFirm(name) && !isGeneric(from.address) && !viaService)
      return { name, email: from.address || null }
    if (!name && isGivenName(from.name, from.address)) return { name: from.name, email: from.address }
    const replyName = replyTo && personIn(replyTo.name)
    if (replyName && replyTo) return { name: replyName, email: replyTo.address || null }
    if (name && !isFirm(name)) return { name, email: null }
  }
  const readers = mail.to.map(({ name }) => fold(name))
  const found = signedBy(own, readers)
  const signed = found && !isFirm(found) ? found : null
  const writer = from && !isGeneric(from.address) ? from : null
  const parts = signed === null ? [] : fold(signed).split(' ')
  if (signed && writer && parts.some((part) => part.length > 2 && fold(writer.address).includes(part)))
    return { name: signed, email: writer.address }
  return addressedPerson(own) ?? (signed ? { name: signed, email: null } : mentionedContact(own, contacts))
}
