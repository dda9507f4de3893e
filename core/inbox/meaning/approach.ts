// What is known of a message before it is judged: what its writer wrote, the tracked job it names, and its circumstances.
import { letterOf, type Letter } from '../reading/letter.ts'
import type { Mail, Mailbox } from '../reading/mail.ts'
import type { Circumstances } from './circumstances.ts'
import { invitationsIn, type Invitation } from './invitation.ts'
import { isOver, linkOf, type Link, type Names } from './link.ts'
import { isGeneric, isPublicMail } from '../../reading/people.ts'
import { isHost, isRelay, domainOf } from './names.ts'
import { fold, sentencesOf, type Sentence } from './sentences.ts'
import type { Prepared, Tracked } from './tracked.ts'

/** Whether the reader wrote it: from one of their addresses, or under their name and to themselves. */
function isMine({ from, to }: Mail, own: ReadonlySet<string>): boolean {
  if (!from) return false
  if (own.has(from.address)) return true
  const name = fold(from.name)
  const toSelf = name !== '' && to.some((one) => fold(one.name) === name)
  return toSelf
}

/** A message that the reader passed on counts as what they passed on. */
function unwrapped(
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
function isPrivateSender({ from }: Mail, own: ReadonlySet<string>): boolean {
  const domain = domainOf(from?.address.split('@')[1] ?? '')
  return isPublicMail(domain) || [...own].some((address) => domainOf(address.split('@')[1] ?? '') === domain)
}

export interface Knowledge {
  jobs: readonly Prepared[]
  /** The reader's own addresses and name, in lower case. */
  own: ReadonlySet<string>
  jobOf(messageId: string): string | undefined
  /** Jobs that are not tracked, but that this message can be about since an earlier one proposed them. */
  proposedFor?(mail: Mail): readonly Prepared[]
  over: ReadonlySet<string>
  /** When the message came, if it does not tell: ISO. */
  now: string
}

export interface Approach {
  mail: Mail
  letter: Letter
  mine: boolean
  subject: Sentence
  sentences: readonly Sentence[]
  invitation: Invitation | null
  names: Names
  link: Link
  circumstances: Circumstances
}

/** So much of a role is named when all of it is, in the text or nearly so in the subject. */
const NAMED = 2.8

export const oneLine = (text: string): Sentence => ({ quote: text, folded: fold(text) })

/** What a board adds below its news. */
const MORE_JOBS =
  /^[ \t]*(?:jobs? you may|more jobs|similar jobs|recommended (?:jobs|for you)|people also|top jobs|jobs? (?:like|based)|weitere jobs|ähnliche jobs|passende jobs|otras ofertas|ofertas similares|offres similaires)[\s\S]*/im

/** Reads a message as far as it goes without judging it. */
export async function approach(raw: Mail, known: Knowledge): Promise<Approach> {
  const { mail, letter, passedOn } = unwrapped(raw, letterOf(raw), known.own)
  const mine = !passedOn && isMine(mail, known.own)
  const subject = oneLine(mail.subject)
  const sentences = sentencesOf(isRelay(mail.from) ? letter.own.replace(MORE_JOBS, '') : letter.own)
  const thread = [...new Set(mail.references.flatMap((id) => known.jobOf(id) ?? []))]
  const plain: Names = {
    mail: mine ? { ...mail, from: mail.to[0] ?? null } : mail,
    subject,
    sentences,
    below: fold(letter.below),
    thread,
    deciding: null,
  }
  const tracked = linkOf(plain, known.jobs, known.over)
  const first = tracked.job || tracked.tied.length ? tracked : (proposedLink(plain, known) ?? tracked)
  const invitation = mine ? null : ((await invitationsIn(mail.calendars, mail.offsetMinutes))[0] ?? null)
  const invited = invitation
    ? [...sentences, oneLine(invitation.summary), oneLine(invitation.description)]
    : sentences
  const names = { ...plain, sentences: invited }
  const link = invitation && !first.job ? linkOf(names, known.jobs, known.over) : first
  const circumstances: Circumstances = {
    link: link.job ? link.sure : link.tied.length ? 0.5 : 0,
    strong: link.strong,
    role: link.job !== null && link.role >= NAMED,
    awaited: link.sender && [link.job, ...link.tied].some((job) => job && isAwaited(job, known.over)),
    sender: fold(`${mail.from?.name ?? ''} ${mail.from?.address.split('@')[0] ?? ''}`),
    host: isHost(mail.from?.address.split('@')[1] ?? ''),
    private: isPrivateSender(mail, known.own),
    person: mail.from !== null && !isGeneric(mail.from.address),
    thread: thread.length > 0,
    bulk: mail.bulk,
    list: mail.list,
    autoReply: mail.autoReply,
    invitation: invitation?.asks ?? null,
  }
  return { mail, letter, mine, subject, sentences, invitation, names, link, circumstances }
}

/** The proposed job that a message about no tracked one is about; of several alike it is none. */
function proposedLink(names: Names, { proposedFor, over }: Knowledge): Link | null {
  const proposed = proposedFor?.(names.mail) ?? []
  const link = proposed.length ? linkOf(names, proposed, over) : null
  return link?.job ? { ...link, rivals: false } : null
}

/** An application whose employer may write. */
const isAwaited = (job: Tracked, over: ReadonlySet<string>): boolean =>
  job.status !== 'saved' && !isOver(job, over)
