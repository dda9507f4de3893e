// Gathers facts about a message before it is judged: its text, the tracked job it names, and its circumstances.
import { takingTurns } from '../../kernel/turns.ts'
import { letterOf, type Letter } from '../reading/letter.ts'
import type { Mail } from '../reading/decode.ts'
import { invitationsIn } from './invitation.ts'
import { hasEnded, linkOf, type Link, type LinkClues } from './link.ts'
import { isGeneric, isPublicMail } from '../../reading/people.ts'
import { readDate } from '../../reading/table-dates.ts'
import { isHiringSystem, isFromPlatform, domainOf } from './names.ts'
import { fold, sentencesOf, type Sentence } from './sentences.ts'
import type { PreparedJob, TrackedJob } from './tracked.ts'

/** Whether the user wrote the message: it comes from an address of theirs, or its sender and recipient have the same name. */
function isFromUser({ from, to }: Mail, ownAddresses: ReadonlySet<string>): boolean {
  if (!from) return false
  if (ownAddresses.has(from.address)) return true
  const name = fold(from.name)
  return name !== '' && to.some((one) => fold(one.name) === name)
}

const mailDomain = (from: { address: string } | null): string => domainOf(from?.address.split('@')[1] ?? '')

/** Opens a message that the user forwarded. If a colleague of its writer forwarded it, the colleague's note comes first. */
export function openForwarded(mail: Mail, ownAddresses: ReadonlySet<string>): { mail: Mail; letter: Letter } {
  const letter = letterOf(mail)
  const { own, forwarded: inner } = letter
  const isShortNote = own.length < 400
  if (!inner || !isShortNote) return { mail, letter }
  if (!isFromUser(mail, ownAddresses)) {
    const [outer, within] = [mail.from, inner.from].map(mailDomain)
    const isColleague = outer && outer === within && !isPublicMail(outer)
    return { mail, letter: isColleague ? { ...letter, own: `${own}\n\n${inner.text}` } : letter }
  }
  const opened: Mail = {
    ...mail,
    ...{ from: inner.from, replyTo: null, sender: null },
    sentAt: writtenAt(inner.date ?? '', mail) ?? mail.sentAt,
    subject: inner.subject || mail.subject,
    text: inner.text,
  }
  return { mail: opened, letter: letterOf(opened) }
}

/** When a forwarded message was written: its days count from then. A date without a zone is in the forwarder's. */
function writtenAt(date: string, { sentAt, offsetMinutes }: Mail): string | null {
  const hours = Math.round((offsetMinutes ?? 0) / 60)
  const timeZone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  const at = readDate(date, { dateOrder: null, timeZone })?.at ?? null
  return at !== null && at > '1990' && (sentAt === null || at < sentAt) ? at : null
}

function isPrivateSender({ from }: Mail, ownAddresses: ReadonlySet<string>): boolean {
  const domain = mailDomain(from)
  return isPublicMail(domain) || [...ownAddresses].some((address) => mailDomain({ address }) === domain)
}

export interface Knowledge {
  jobs: readonly PreparedJob[]
  ownAddresses: ReadonlySet<string>
  jobOf(messageId: string): string | undefined
  /** Jobs that earlier messages proposed, and that this message may be about. They are not tracked yet. */
  proposedFor?(mail: Mail): readonly PreparedJob[]
  endedJobIds: ReadonlySet<string>
  /** The time to use if the message has no date: ISO. */
  now: string
}

/** From this score on, the text contains the role word for word, or the subject contains all its words. */
const FULL_ROLE_SCORE = 2.8

export const asSentence = (text: string): Sentence => ({ quote: text, folded: fold(text) })

/** A platform's job suggestions, from their heading to the end of the message. */
const MORE_JOBS =
  /^[ \t]*(?:jobs? you may|more jobs|similar jobs|recommended (?:jobs|for you)|people also|top jobs|jobs? (?:like|based)|weitere jobs|ähnliche jobs|passende jobs|otras ofertas|ofertas similares|offres similaires)[\s\S]*/im

/** Gathers the facts about a message. It judges nothing, and awaits `letOthersRun` between its steps. */
export async function gatherFacts(raw: Mail, known: Knowledge, letOthersRun = takingTurns()) {
  const { mail, letter } = openForwarded(raw, known.ownAddresses)
  const mine = isFromUser(mail === raw ? mail : { ...mail, to: [] }, known.ownAddresses)
  const subject = asSentence(mail.subject)
  const sentences = sentencesOf(isFromPlatform(mail.from) ? letter.own.replace(MORE_JOBS, '') : letter.own)
  await letOthersRun()
  const thread = [...new Set(mail.references.flatMap((id) => known.jobOf(id) ?? []))]
  const written: LinkClues = {
    mail: mine ? { ...mail, from: mail.to[0] ?? null } : mail,
    subject,
    sentences,
    trailingText: fold(letter.trailingText),
    thread,
    verdictSentence: null,
  }
  const trackedLink = linkOf(written, known.jobs, known.endedJobIds)
  await letOthersRun()
  const knownLink =
    trackedLink.job || trackedLink.tied.length ? trackedLink : (proposedLink(written, known) ?? trackedLink)
  const { invitations, doubts } = await invitationsIn(mine ? [] : mail.calendars, mail.offsetMinutes)
  const [invitation = null, ...otherInvitations] = invitations
  const withInvitation = invitation
    ? [...sentences, asSentence(invitation.summary), asSentence(invitation.description)]
    : sentences
  const clues = { ...written, sentences: withInvitation }
  const link = invitation && !knownLink.job ? linkOf(clues, known.jobs, known.endedJobIds) : knownLink
  const circumstances = {
    ...circumstancesOf(mail, link, known),
    /** Whether it answers a message about a tracked job. */
    isReply: thread.length > 0,
    invitation: invitation?.asks ?? null,
  }
  const words = { mail, letter, mine, subject, sentences }
  return { ...words, invitation, otherInvitations, doubts, clues, link, circumstances }
}

export type MessageFacts = Awaited<ReturnType<typeof gatherFacts>>

/** The facts about a message before its sentences are judged. */
export type Circumstances = MessageFacts['circumstances']

const circumstancesOf = (mail: Mail, link: Link, { ownAddresses, endedJobIds }: Knowledge) => ({
  /** How sure crm is of the tracked job, 0 to 1. It is 0.5 if several jobs match, 0 if none does. */
  linkConfidence: link.job ? link.sure : link.tied.length ? 0.5 : 0,
  /** Whether more than a part of a name identified the job. */
  isStrongLink: link.strong,
  /** Whether it names the tracked job's role in full. */
  namesRole: link.job !== null && link.role >= FULL_ROLE_SCORE,
  /** Whether the sender is the employer of an open application. */
  awaited: link.fromEmployer && [link.job, ...link.tied].some((job) => job && isAwaited(job, endedJobIds)),
  /** The sender's name and the first part of their address, folded. */
  sender: fold(`${mail.from?.name ?? ''} ${mail.from?.address.split('@')[0] ?? ''}`),
  /** Whether the sender is a system that writes for many employers. */
  fromHiringSystem: isHiringSystem(mail.from?.address.split('@')[1] ?? ''),
  /** Whether the address is at a public mail provider, or at the user's own domain. */
  isPrivate: isPrivateSender(mail, ownAddresses),
  /** Whether a person wrote it, not a department or system. */
  fromPerson: mail.from !== null && !isGeneric(mail.from.address),
  bulk: mail.bulk,
  list: mail.list,
  autoReply: mail.autoReply,
})

/** The proposed job of a message that matches no tracked job; null unless exactly one matches. */
function proposedLink(clues: LinkClues, { proposedFor, endedJobIds }: Knowledge): Link | null {
  const proposed = proposedFor?.(clues.mail) ?? []
  const link = proposed.length ? linkOf(clues, proposed, endedJobIds) : null
  // `rivals` would make the verdict's sentence choose again, but only among tracked jobs.
  return link?.job ? { ...link, rivals: false } : null
}

/** Whether the employer may still write about this application. */
const isAwaited = (job: TrackedJob, endedJobIds: ReadonlySet<string>): boolean =>
  job.status !== 'saved' && !hasEnded(job, endedJobIds)
