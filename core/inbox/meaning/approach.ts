// Gathers facts about a message before it is judged: its text, the tracked job it names, and its circumstances.
import { takingTurns } from '../../kernel/turns.ts'
import { letterOf, type Letter } from '../reading/letter.ts'
import type { Mail, Mailbox } from '../reading/mail.ts'
import type { Circumstances } from './circumstances.ts'
import { invitationsIn, type Invitation } from './invitation.ts'
import { isOver, linkOf, type Link, type Names } from './link.ts'
import { isGeneric, isPublicMail } from '../../reading/people.ts'
import { isHost, isRelay, domainOf } from './names.ts'
import { fold, sentencesOf, type Sentence } from './sentences.ts'
import type { PreparedJob, TrackedJob } from './tracked.ts'

/** Whether the user wrote the message: from an own address, or to themselves under their name. */
function isByReader({ from, to }: Mail, own: ReadonlySet<string>): boolean {
  if (!from) return false
  if (own.has(from.address)) return true
  const name = fold(from.name)
  const toSelf = name !== '' && to.some((one) => fold(one.name) === name)
  return toSelf
}

/** Returns the forwarded message if the user forwarded one. */
function unwrapped(
  mail: Mail,
  letter: Letter,
  own: ReadonlySet<string>,
): { mail: Mail; letter: Letter; passedOn: boolean } {
  const inner = letter.forwarded
  const onlyNote = letter.own.length < 400
  if (!inner || !onlyNote) return { mail, letter, passedOn: false }
  if (!isByReader(mail, own)) {
    // If a colleague forwards a message with a note above it, both are one message of the employer.
    const [outer, within] = [mail.from, inner.from].map((one) => domainOf(one?.address.split('@')[1] ?? ''))
    const own =
      outer && outer === within && !isPublicMail(outer) ? `${letter.own}\n\n${inner.text}` : letter.own
    return { mail, letter: { ...letter, own }, passedOn: false }
  }
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

/** Whether the sender's address is at a public mail provider or at the user's own domain. */
function isPrivateSender({ from }: Mail, own: ReadonlySet<string>): boolean {
  const domain = domainOf(from?.address.split('@')[1] ?? '')
  return isPublicMail(domain) || [...own].some((address) => domainOf(address.split('@')[1] ?? '') === domain)
}

export interface Knowledge {
  jobs: readonly PreparedJob[]
  own: ReadonlySet<string>
  jobOf(messageId: string): string | undefined
  /** Jobs that earlier messages proposed, and that this message may be about. They are not tracked yet. */
  proposedFor?(mail: Mail): readonly PreparedJob[]
  over: ReadonlySet<string>
  /** The time to use if the message has no date: ISO. */
  now: string
}

export interface MessageFacts {
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

/** From this score on, the role is named completely in the text, or nearly in the subject. */
const FULL_ROLE_SCORE = 2.8

export const oneLine = (text: string): Sentence => ({ quote: text, folded: fold(text) })

/** Headings of the job suggestions below a board's message. */
const MORE_JOBS =
  /^[ \t]*(?:jobs? you may|more jobs|similar jobs|recommended (?:jobs|for you)|people also|top jobs|jobs? (?:like|based)|weitere jobs|ähnliche jobs|passende jobs|otras ofertas|ofertas similares|offres similaires)[\s\S]*/im

/** Gathers the facts about a message. It judges nothing, and awaits `breathe` between its steps. */
export async function gatherFacts(
  raw: Mail,
  known: Knowledge,
  breathe = takingTurns(),
): Promise<MessageFacts> {
  const { mail, letter, passedOn } = unwrapped(raw, letterOf(raw), known.own)
  const mine = !passedOn && isByReader(mail, known.own)
  const subject = oneLine(mail.subject)
  const sentences = sentencesOf(isRelay(mail.from) ? letter.own.replace(MORE_JOBS, '') : letter.own)
  await breathe()
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
  await breathe()
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
    role: link.job !== null && link.role >= FULL_ROLE_SCORE,
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

/** The proposed job of a message that matches no tracked job; null when several match. */
function proposedLink(names: Names, { proposedFor, over }: Knowledge): Link | null {
  const proposed = proposedFor?.(names.mail) ?? []
  const link = proposed.length ? linkOf(names, proposed, over) : null
  return link?.job ? { ...link, rivals: false } : null
}

/** Whether the employer may still write about this application. */
const isAwaited = (job: TrackedJob, over: ReadonlySet<string>): boolean =>
  job.status !== 'saved' && !isOver(job, over)
