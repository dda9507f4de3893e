// Reads messages and stores their proposals. It changes no job, contact or event.
import { several } from '../kernel/amounts.ts'
import { cut } from '../kernel/plain-characters.ts'
import { must } from '../kernel/narrow.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { isoOf, msOf, DAY_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { isCrmError } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { takingTurns } from '../kernel/turns.ts'
import { onlyCancels, STATUS_OF } from './changes.ts'
import { knowledgeFor, type BatchContext } from './knowledge.ts'
import type { Verdict } from './verdicts.ts'
import type { Appointment } from './meaning/appointment.ts'
import { says } from './meaning/phrases.ts'
import { fold } from './meaning/sentences.ts'
import { noFinding, understand, type Finding } from './meaning/understand.ts'
import { isProposed } from './proposed.ts'
import type { State } from './proposal.ts'
import { MAX_REFUSED, type Refusal, type ScanIn, type ScanReport } from './scan-report.ts'
import { decodeMail, MAX_ATTACHED, MAX_ATTACHED_DEPTH } from './reading/decode.ts'
import { glanceAt, type Glance } from './reading/glance.ts'
import type { Mail } from './reading/decode.ts'
import { idKey, leftKey, messageKey, placeKey, threadKey } from './recognition.ts'
import type { SecondOpinion } from './second-opinion.ts'
import * as store from './store.ts'

type ReadMessage = ScanReport['messages'][number]

/** A message of a batch: read in full, or found unrelated by the quick look. */
interface GlancedMail {
  path: string | null
  place: string | undefined
  key: Buffer
  messageId: string | null
  subject: string
  mail: Mail | null
}

/** Reads a batch, oldest first, and stores its proposals. */
export async function scan(
  ctx: Context,
  { messages, ai = false, again = false }: ScanIn,
): Promise<ScanReport> {
  const opinion = ai ? (await import('./second-opinion.ts')).secondOpinion(ctx) : undefined
  const sources = messages.map(({ path = null, place, source }) => {
    const bytes = Buffer.from(source, 'latin1')
    return { path, place, bytes, glance: glanceAt(bytes) }
  })
  const references = sources.flatMap(({ glance }) => glance?.references ?? [])
  const senders = sources.flatMap(({ glance }) => glance?.from ?? [])
  const known = await knowledgeFor(ctx, { references, senders })
  const batch = new Set(sources.flatMap(({ glance }) => glance?.messageId ?? []))
  const letOthersRun = takingTurns()
  const [glanced, decoded]: [GlancedMail[], Mail[]] = [[], []]
  const refused: Refusal[] = []
  for (const { path, place, bytes, glance } of sources) {
    await letOthersRun()
    const unrelated = glance && unrelatedMail(glance, known, batch)
    const mail = unrelated ? null : await resultOrReason(ctx, () => decodeMail(bytes, path ?? ''))
    if (unrelated) glanced.push({ path, place, ...unrelated, mail: null })
    else if (typeof mail === 'string') refused.push({ path, reason: mail })
    else if (mail) {
      decoded.push(mail)
      if (mail.unopened) refused.push({ path, reason: unopenedText(mail.unopened) })
      for (const each of [mail, ...mail.attached]) {
        const { messageId, subject } = each
        glanced.push({ path, place, key: messageKey(each), messageId, subject, mail: each })
      }
    }
  }
  known.learnAddresses(decoded)
  const ordered = glanced.toSorted((one, other) =>
    (one.mail?.sentAt ?? '').localeCompare(other.mail?.sentAt ?? ''),
  )
  const findings: MailFinding[] = []
  for (const each of ordered) {
    await letOthersRun()
    const read = await resultOrReason(ctx, () => readOne(ctx, each, known, opinion))
    if (typeof read === 'string') refused.push({ path: each.path, reason: read })
    else findings.push(read)
  }
  const read = again
    ? findings.map(({ read: each, subject }) => ({ ...each, subject, proposals: [] }))
    : await transaction(ctx, (tx) => storeNew(tx, findings))
  return {
    // A copy: parts of a text would otherwise keep the whole message in memory.
    messages: JSON.parse(JSON.stringify(read)) as ReadMessage[],
    read: read.length,
    skipped: findings.length - read.length,
    failed: refused.length,
    ...(refused.length && { refused: refused.slice(0, MAX_REFUSED) }),
    ...(opinion && { asked: opinion.asked() }),
  }
}

const unopenedText = (count: number): string =>
  `${several(count, 'message')} attached to it could not be opened: crm opens ${MAX_ATTACHED} that are intact, at most ${MAX_ATTACHED_DEPTH} deep.`

/** The dedup key, id and subject of a clearly unrelated message; null if the message must be read in full. */
const unrelatedMail = (glance: Glance, known: BatchContext, batch: ReadonlySet<string>) => {
  const { messageId, from, references, subject, words, isOpaque } = glance
  if (messageId === null || from === '' || isOpaque) return null
  if (references.some((id) => batch.has(id) || known.jobOf(id) !== undefined)) return null
  if (known.proposed.isKnown(from)) return null
  const folded = fold(words)
  if (says('work', folded) || known.mentions.test(folded)) return null
  return { key: idKey(messageId, from), messageId, subject }
}

/** The result of reading a message, or why it failed. The other messages are read anyway. */
async function resultOrReason<T>(ctx: Context, read: () => Promise<T>): Promise<T | string> {
  try {
    return await read()
  } catch (error) {
    if (isCrmError(error)) {
      // Here the model or the database failed, not the message.
      if (error.kind !== 'invalid' && error.kind !== 'unprocessable') throw error
      return error.message
    }
    ctx.log.warn({ error, requestId: ctx.requestId }, 'A message broke the reader.')
    return 'The message cannot be read.'
  }
}

interface MailFinding extends GlancedMail {
  row: store.MessageValues | null
  /** Whether the message is about a job that an earlier message proposed. */
  follows: boolean
  read: ReadMessage
}

async function readOne(
  ctx: Context,
  looked: GlancedMail,
  known: BatchContext,
  opinion: SecondOpinion | undefined,
): Promise<MailFinding> {
  const { mail } = looked
  const none = { row: null, follows: false }
  if (!mail) return { ...looked, ...none, read: readOf(looked, noFinding(null, known.now), []) }
  const judged = await understand(mail, known)
  const finding = (await opinion?.of(mail, judged, known.ownAddresses)) ?? judged
  const row = finding.about ? rowFor(ctx, mail, finding, known) : null
  const follows = finding.job !== null && isProposed(finding.job)
  const read = readOf(looked, finding, row?.state === 'pending' ? [row.id] : [])
  return { ...looked, row, follows, read }
}

async function storeNew(tx: Transaction, understood: readonly MailFinding[]): Promise<ReadMessage[]> {
  const fresh = await claimUnseen(tx, understood)
  await dropOlderInvitations(tx, fresh)
  const rows = fresh.flatMap(({ row }) => row ?? [])
  await store.insertMessages(tx.sql, tx.principal.userId, rows)
  await replaceEarlier(tx, fresh)
  return fresh.map(({ read }) => read)
}

const WHY_OLDER = 'It is an older copy of an invitation that is known; it changes nothing.'

/** Drops proposals from older or repeated copies of an invitation. */
async function dropOlderInvitations(tx: Transaction, fresh: readonly MailFinding[]): Promise<void> {
  const uids = [...new Set(fresh.flatMap(({ row }) => row?.eventUid ?? []))]
  if (!uids.length) return
  const versions = await store.listVersions(tx.sql, tx.principal.userId, uids)
  const known = new Map(versions.map((each) => [each.uid, each]))
  for (const { row, read } of fresh) {
    if (!row?.eventUid || row.state !== 'pending') continue
    const { eventUid: uid, eventSequence: sequence, startsAt } = row
    const newest = known.get(uid)
    const isSame = newest?.sequence === sequence && newest.startsAt === startsAt && !row.cancels
    if (newest && (sequence < newest.sequence || isSame)) {
      row.state = 'noted'
      read.proposals = []
      read.evidence = [...read.evidence, { quote: row.subject, why: WHY_OLDER }]
    } else known.set(uid, { uid, sequence, startsAt })
  }
}

async function replaceEarlier(tx: Transaction, fresh: readonly MailFinding[]): Promise<void> {
  const userId = tx.principal.userId
  const ids = fresh.flatMap(({ row }) => row?.id ?? [])
  const proposed = await store.listRepeatedJobs(tx.sql, userId, ids)
  const several = new Set(proposed.map(({ jobId }) => jobId))
  for (const { row, follows } of fresh)
    if (row?.state === 'pending' && (row.jobId === null ? follows : several.has(row.jobId)))
      await store.supersede(tx.sql, userId, row)
}

/** The messages that are new, or in which crm found nothing before and finds something now. Records them as read. */
async function claimUnseen(tx: Transaction, looked: readonly MailFinding[]): Promise<MailFinding[]> {
  const userId = tx.principal.userId
  const keys = looked.map(({ key, row }) => (row ? key : leftKey(key)))
  const distinct = [...new Map(keys.map((key) => [key.toString('hex'), key])).values()]
  const places = looked.flatMap(({ place }) => (place === undefined ? [] : [placeKey(place)]))
  const inserted = await store.insertSeen(tx.sql, userId, distinct)
  if (places.length) await store.insertSeen(tx.sql, userId, places)
  const open = new Set(inserted.map(({ key }) => key.toString('hex')))
  return looked.filter((_, at) => open.delete(must(keys[at]).toString('hex')))
}

const ENDING_VERDICTS: readonly (Verdict | null)[] = ['rejected', 'closed', 'withdrawn']

/** The row of a message: a proposal if accepting it changes anything, otherwise a note on its job. */
function rowFor(ctx: Context, mail: Mail, finding: Finding, known: BatchContext): store.MessageValues | null {
  const { job, status } = finding
  if (job) known.note(mail.messageId, job.id, ENDING_VERDICTS.includes(status))
  const proposes = isNews(finding, known)
  if (!job && !proposes) return null
  const row = rowOf(ctx, mail, finding, proposes ? 'pending' : 'noted')
  const { company, role, jobId, ambiguous } = row
  if (proposes && jobId === null && !ambiguous && company && role)
    known.proposed.add({ ...row, company, role })
  return row
}

function isNews(
  { job, status, appointment, cancelled, contact, deadline, mine, outreach, pay, sentAt }: Finding,
  known: BatchContext,
): boolean {
  if (mine || outreach) return false
  if (!job) return status !== null
  if (status === null) return cancelled || deadline !== null
  const isNewPerson =
    contact !== null &&
    !job.contacts.some(({ name, email }) => email?.toLowerCase() === contact.email || name === contact.name)
  if (isNewPerson || appointment) return true
  if (status === 'applied') {
    const applied = known.appliedAt.get(job.id)
    return !applied || msOf(applied) > msOf(sentAt) + DAY_MS
  }
  return job.status !== STATUS_OF[status] || cancelled || deadline !== null || pay !== null
}

const trackedIdOf = ({ job }: Finding): string | null => (job && !isProposed(job) ? job.id : null)

const short = (text: string, max: number): string =>
  (text.length > max ? `${cut(text, max - 1)}…` : text).replace(/\p{Surrogate}/gu, '')

const MAX_EVIDENCE = 20

function rowOf(ctx: Context, mail: Mail, finding: Finding, state: State): store.MessageValues {
  const now = isoOf(ctx.clock.now())
  const { appointment, contact, job, evidence } = finding
  const { startsAt = null, endsAt = null, timeZone = null, location = null, asks = false } = appointment ?? {}
  const { sentAt, status, deadline, deadlineAt, pay, confidence } = finding
  return {
    ...{ sentAt, status, deadline, deadlineAt, pay, confidence },
    id: newId(),
    state,
    threadKey: mail.messageId ? threadKey(mail.messageId) : null,
    deliveredTo: mail.deliveredTo[0] ?? null,
    senderName: short(mail.from?.name ?? '', 200),
    senderAddress: short(mail.from?.address ?? '', 320),
    subject: short(mail.subject, 500),
    jobId: trackedIdOf(finding),
    company: finding.company && short(finding.company, 200),
    role: finding.role && short(finding.role, 200),
    saidCompany: finding.saidCompany && short(finding.saidCompany, 200),
    ...{ startsAt, endsAt, timeZone, asks },
    location: location ? short(location, 500) : null,
    eventUid: appointment?.uid ?? null,
    eventSequence: appointment?.sequence ?? 0,
    replaces: finding.replaces ?? (onlyCancels({ status, cancels: finding.cancelled }) ? startsAt : null),
    ambiguous: !job && finding.tied.length > 0,
    cancels: finding.cancelled,
    contactName: contact && short(contact.name, 200),
    contactEmail: contact?.email ?? null,
    evidence: evidence.slice(0, MAX_EVIDENCE).map(({ quote, why }) => ({ quote: short(quote, 600), why })),
    decidedAt: null,
    eventId: null,
    createdAt: now,
    updatedAt: now,
  }
}

const timesOf = ({ startsAt, endsAt, timeZone }: Appointment) => ({ startsAt, endsAt, timeZone })

function readOf({ path, messageId }: GlancedMail, finding: Finding, proposals: string[]): ReadMessage {
  const { status, company, role, appointment, contact, deadline, confidence, evidence } = finding
  const event = appointment && timesOf(appointment)
  const read = { path, messageId, status, jobId: trackedIdOf(finding), company, role, event }
  return { ...read, contact, deadline, confidence, evidence, proposals }
}
