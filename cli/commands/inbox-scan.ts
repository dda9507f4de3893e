// `crm inbox scan|add|sync`: reads messages from files and mail accounts, and lists the changes they propose.
import { several } from '../../core/kernel/amounts.ts'
import { readFileSync, statSync } from 'node:fs'
import {
  addMailAccount,
  listMailAccounts,
  removeMailAccount,
  syncMail,
} from '../../core/inbox/account-operations.ts'
import type { Account } from '../../core/inbox/account.ts'
import { CATALOG, KINDS, isCrmError, messageOf, systemCodeOf } from '../../core/kernel/errors.ts'
import { keysOf } from '../../core/kernel/narrow.ts'
import { shortId } from '../../core/kernel/id.ts'
import { type Client, isOn, textOf, type Command, type Run, shellWord, misused } from '../command.ts'
import { isAgreed } from './agreement.ts'
import { isFolder, readUpload } from './upload.ts'
import { timeColumn } from '../ui/table.ts'
import { oneOf, TO_DELETE } from './references.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import { localDay, whenOf } from '../ui/time.ts'
import { listProposals } from '../../core/inbox/queries.ts'
import { scanMessages, seenPlaces } from '../../core/inbox/operations.ts'
import { MAX_REFUSED, type ScanReport } from '../../core/inbox/scan-report.ts'
import type { Source } from '../../core/inbox/reading/sources.ts'
import { msOf } from '../../core/kernel/clock.ts'
import { createProgress } from '../ui/progress.ts'
import { readDateOption } from './flags.ts'
import { columnsOf } from '../ui/columns.ts'

export const addCommand: Command = {
  name: 'add',
  about: 'Add a mail account, which crm only reads (IMAP); without an address, list them.',
  operation: 'inbox.addAccount',
  args: [{ name: 'address?', about: 'imaps://USER@HOST[:PORT][/FOLDER]; imap:// means STARTTLS.' }],
  options: [
    { flags: '--since <date>', about: 'How far back to begin: 90d (default), monday, 2026-09-01.' },
    {
      flags: '--password-file <file>',
      about: 'The password, in a file that only you can read; otherwise stdin or CRM_IMAP_PASSWORD.',
    },
    { flags: '--token', about: 'The secret is an OAuth access token.' },
    { flags: '--insecure-local', about: 'Without TLS, for a server on this machine.' },
    { flags: '--rm <account>', about: 'Remove this account: id, short id, or part of the address.' },
    { flags: '-y, --yes', about: 'With --rm: do not ask.' },
  ],
  examples: [
    'crm inbox add imaps://me@imap.example.com --since 90d < password.txt',
    'crm inbox add imap://me@127.0.0.1:1143 --insecure-local',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const removed = textOf(options, 'rm')
    if (removed !== undefined) return removeAccount(call, removed)
    if (args[0] === undefined) return listAccounts(call)
    if (!/^imaps?:/i.test(args[0]))
      misused(`“${args[0]}” is not an IMAP address. Try: imaps://me@imap.example.com`)
    const input = {
      address: args[0],
      secret: await secretFor(call),
      since: await readSince(textOf(options, 'since') ?? '90d'),
      ...(isOn(options, 'token') && { auth: 'token' as const }),
      ...(isOn(options, 'insecureLocal') && { insecureLocal: true }),
    }
    const account = await client.call(addMailAccount, input)
    out.done(account, `Added ${account.address} (${shortId(account.id)}). Read it: crm inbox sync`)
  },
}

async function secretFor({ options, config, stdin }: Run): Promise<string> {
  const file = textOf(options, 'passwordFile')
  const piped = async () => (stdin().isTTY || isFolder(stdin) ? '' : readUpload('-', stdin))
  const secret = file !== undefined ? fromFile(file) : (config.imapPassword ?? (await piped()))
  const line = secret.replace(/\r?\n$/, '')
  return (
    line || misused('There is no password: pipe it in, set CRM_IMAP_PASSWORD, or give --password-file FILE.')
  )
}

function fromFile(file: string): string {
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      misused(`Others can read ${file}. Make it private first: chmod 600 ${file}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCrmError(error)) throw error
    return misused(`${file} cannot be read.`, { cause: error })
  }
}

const COLUMNS = columnsOf<Account>({
  id: {},
  address: { minWidth: 16, paint: 'bold' },
  since: { value: ({ since }) => since && localDay(since), yields: 2 },
  read: { value: ({ syncedAt }) => syncedAt ?? 'never', plain: ({ syncedAt }) => syncedAt, yields: 1 },
  problem: { yields: 3 },
})

async function listAccounts({ client, out }: Run): Promise<void> {
  const page = await client.call(listMailAccounts, {})
  out.list(page, page.accounts, COLUMNS, 'No mail account yet. Add one: crm inbox add imaps://USER@HOST')
}

async function removeAccount(call: Run, account: string): Promise<void> {
  const { client, out } = call
  const { id, address } = await findAccount(client, account, TO_DELETE)
  if (!(await isAgreed(call, { act: `remove ${address}`, shown: { id, address }, nothing: 'removed' })))
    return
  out.done(await client.call(removeMailAccount, { id }), `Removed ${address}; what it proposed stays.`)
}

async function findAccount(client: Client, text: string, how?: ResolveOptions): Promise<Account> {
  const { accounts } = await client.call(listMailAccounts, {})
  return oneOf(text, accounts, ({ address }) => [address], 'account', 'crm inbox add', how)
}

const WATCH_SECONDS = { here: 300, remote: 20 }

export const syncCommand: Command = {
  name: 'sync',
  about: 'Read new mail in your accounts, and propose changes from it.',
  operation: 'inbox.sync',
  args: [{ name: 'account?', about: 'Only this one: id, short id, or part of the address.' }],
  options: [{ flags: '--watch', about: 'Keep running, and read mail as it arrives.' }],
  examples: ['crm inbox sync', 'crm inbox sync --watch'],
  async run(call) {
    const { args, options, client, config } = call
    const id = args[0] === undefined ? undefined : (await findAccount(client, args[0])).id
    const { accounts } = await client.call(listMailAccounts, {})
    if (!accounts.length)
      misused('There is no mail account yet.', { hint: 'Add one: crm inbox add imaps://USER@HOST' })
    if (!isOn(options, 'watch')) return once(call, id, 0)
    for (;;) await once(call, id, config.server ? WATCH_SECONDS.remote : WATCH_SECONDS.here)
  },
}

/** How many proposals wait. A newer message may have replaced some of the `count` new ones. */
const proposedText = async (client: Client, count: number): Promise<string> =>
  count
    ? `${several((await client.call(listProposals, { limit: 1 })).total, 'proposal')} to decide: crm inbox list`
    : 'Nothing new is proposed.'

async function once({ client, out }: Run, id: string | undefined, waitSeconds: number): Promise<number> {
  const report = await client.call(syncMail, { ...(id !== undefined && { id }), waitSeconds })
  const sum = (field: 'read' | 'failed' | 'proposed') =>
    report.accounts.reduce((total, account) => total + account[field], 0)
  const [read, left] = [sum('read'), sum('failed')]
  for (const { account, error } of report.accounts) if (error) out.note(`${account.address}: ${error}`)
  const done = `${read} read${left ? `, ${left} not readable` : ''}. `
  if (!waitSeconds || read + left) out.done(report, done + (await proposedText(client, sum('proposed'))))
  if (waitSeconds && report.accounts.every(({ error }) => error))
    await new Promise((resolve) => setTimeout(resolve, 15_000))
  const failed = report.accounts.find(({ error }) => error)
  const code = keysOf(CATALOG).find((each) => each === failed?.code) ?? 'failed'
  return failed ? KINDS[CATALOG[code].kind].exit : 0
}

export const sureText = (confidence: number): string => `${Math.round(confidence * 100)} %`

type ScannedMessage = ScanReport['messages'][number]

/** The most messages of one call. A gateway also limits a call to 1 MiB. */
const MAX_MESSAGES = 500
const MAX_BYTES = { here: 16_777_216, remote: 1_000_000 }
const MAX_PLACES = 2_000

const columns = columnsOf<ScannedMessage>({
  status: { value: ({ status, event }) => status ?? (event ? 'event' : ''), paint: 'bold' },
  company: { minWidth: 10 },
  role: { yields: 3, minWidth: 10 },
  when: timeColumn('WHEN', ({ event }) => event?.startsAt ?? null, { yields: 1 }, whenOf),
  sure: { value: ({ confidence }) => sureText(confidence), yields: 4, align: 'right' },
  because: { value: ({ evidence }) => evidence[0]?.quote ?? '', yields: 5, minWidth: 16 },
})

export const scanCommand: Command = {
  name: 'scan',
  about: 'Read messages and propose changes to your search; nothing changes yet.',
  fields: ['messages', 'read', 'skipped', 'failed'],
  args: [{ name: 'paths...', about: 'An .eml, .mbox or .ics file, a Maildir, or a folder of them.' }],
  options: [
    { flags: '--since <date>', about: 'Only messages since then: 90d, monday, 2026-09-01.' },
    {
      flags: '--ai',
      about: 'Ask your model about messages that the rules are unsure of; only these are sent to it.',
    },
    { flags: '--left', about: 'Only list the messages that led to no proposal, now or in earlier scans.' },
  ],
  examples: [
    'crm inbox scan ~/Maildir --since 90d',
    'crm inbox scan ~/Maildir --left',
    'crm inbox scan offer.eml --json',
  ],
  async run(call) {
    const report = await scanPaths(call)
    await show(call, report)
    return report.failed && !report.read && !report.skipped ? KINDS.invalid.exit : 0
  },
}

/** A report, with the number of messages without news. */
type ScanResult = ScanReport & { aside: number }

async function scanPaths({ rest, options, client, config, out }: Run): Promise<ScanResult> {
  if (!rest.length) misused('Name the messages: crm inbox scan PATH…')
  const since = await readSince(textOf(options, 'since'))
  const { atMsOf, pathOf, sourcesAt } = await import('../../core/inbox/reading/sources.ts')
  const all = sourcesAt(rest)
  const again = isOn(options, 'left')
  const seen = again ? new Set<number>() : await seenAt(client, all)
  // A file that is named itself is read again: it may propose something now.
  const fresh = all.filter(
    (source, at) =>
      (!seen.has(at) || rest.includes(pathOf(source))) &&
      // 0 means that its date is not known yet.
      (since === undefined || atMsOf(source) === 0 || atMsOf(source) >= msOf(since)),
  )
  fresh.sort((one, other) => atMsOf(one) - atMsOf(other))
  const skipped = all.length - fresh.length
  const report: ScanResult = { messages: [], read: 0, skipped, failed: 0, aside: 0 }
  const room = config.server ? MAX_BYTES.remote : MAX_BYTES.here
  await readAll(client, fresh, report, { room, ai: isOn(options, 'ai'), again, whole: out.json })
  return report
}

const isAbout = ({ status, proposals }: ScannedMessage): boolean => status !== null || proposals.length > 0
const isAside = (read: ScannedMessage): boolean => !isAbout(read)

/** `90d` means the last ninety days. Other texts are dates. */
const readSince = (text: string | undefined): Promise<string | undefined> =>
  readDateOption('--since', text?.replace(/^(?=\d{1,4}[hdwmy]$)/, '-'), 'behind')

async function seenAt(client: Client, sources: readonly Source[]): Promise<Set<number>> {
  const { sourceKey } = await import('../../core/inbox/reading/sources.ts')
  const seen = new Set<number>()
  for (let from = 0; from < sources.length; from += MAX_PLACES) {
    const places = sources.slice(from, from + MAX_PLACES).map(sourceKey)
    const answer = await client.call(seenPlaces, { places })
    for (const at of answer.seen) seen.add(from + at)
  }
  return seen
}

async function readAll(
  client: Client,
  sources: readonly Source[],
  report: ScanResult,
  { room, ai, again, whole }: { room: number; ai: boolean; again: boolean; whole: boolean },
): Promise<void> {
  const { bytesOf, pathOf, sourceKey } = await import('../../core/inbox/reading/sources.ts')
  const progress = createProgress()
  let [batch, size, done]: [{ path: string; place: string; source: string }[], number, number] = [[], 0, 0]
  const send = async () => {
    if (!batch.length) return
    const asked = { messages: batch, ai: ai || undefined, again: again || undefined }
    const answer = await client.call(scanMessages, asked)
    // Keeps only shown messages in memory, because a mailbox may have a hundred thousand.
    const isShown = again ? isAside : isAbout
    report.messages.push(...(whole ? answer.messages : answer.messages.filter(isShown)))
    report.aside += answer.messages.filter(isAside).length
    if (answer.asked !== undefined) report.asked = (report.asked ?? 0) + answer.asked
    for (const field of ['read', 'skipped', 'failed'] as const) report[field] += answer[field]
    for (const { path, reason } of answer.refused ?? []) refuse(report, path, reason)
    ;[batch, size] = [[], 0]
    progress.update(`Reading … ${done} of ${several(sources.length, 'message')}`)
  }
  for (const source of sources) {
    done += 1
    const named = { path: pathOf(source), place: sourceKey(source) }
    const found = readable(() => bytesOf(source), named, room)
    if (typeof found === 'string') {
      report.failed += 1
      refuse(report, named.path, found)
      continue
    }
    if (size + found.size > room || batch.length === MAX_MESSAGES) await send()
    batch.push(found.message)
    size += found.size
  }
  await send()
  progress.end()
}

/** A message with its size in a call, or the reason it cannot be read. The file may have moved since it was listed. */
function readable(read: () => Buffer | null, named: { path: string; place: string }, room: number) {
  try {
    const bytes = read()
    const message = { ...named, source: bytes?.toString('latin1') ?? '' }
    // In JSON a letter beyond ASCII takes two bytes, and so does a line end.
    const size = bytes ? Buffer.byteLength(JSON.stringify(message)) : Infinity
    return size <= room
      ? { message, size }
      : `The message is larger than ${Math.floor(room / 100_000) / 10} MB.`
  } catch (error) {
    return `The file cannot be read (${systemCodeOf(error) ?? messageOf(error)}).`
  }
}

function refuse(report: ScanReport, path: string | null, reason: string): void {
  const refused = (report.refused ??= [])
  if (refused.length < MAX_REFUSED) refused.push({ path, reason })
}

/** The most reasons, and the most companies, that fit on a screen together with the list. */
const MOST_SHOWN = 5

async function show({ client, out, options, rest }: Run, { aside, ...report }: ScanResult): Promise<void> {
  if (isOn(options, 'left')) return showLeft(out, report)
  const about = report.messages.filter(isAbout)
  const page = out.json ? report : { ...report, total: about.length }
  out.list(page, about, columns, 'Nothing about your search.')
  const proposed = report.messages.reduce((count, { proposals }) => count + proposals.length, 0)
  const parts = [
    `${report.read} read`,
    `${report.skipped} seen before or older`,
    ...(report.failed ? [`${report.failed} not readable`] : []),
    ...(report.asked === undefined ? [] : [`a model was asked about ${report.asked}`]),
  ]
  if (out.json) return
  for (const { path, reason } of report.refused?.slice(0, MOST_SHOWN) ?? []) out.note(`${path}: ${reason}`)
  out.note(`${parts.join(', ')}. ${await proposedText(client, proposed)}`)
  // A letter may propose nothing and still want an answer: “Tuesday or Thursday?”
  const idle = about.filter(({ proposals }) => !proposals.length).map(({ company }) => company ?? '?')
  const more = idle.length > MOST_SHOWN ? ` and ${idle.length - MOST_SHOWN} more` : ''
  if (idle.length) out.note(`Nothing is proposed after: ${idle.slice(0, MOST_SHOWN).join(', ')}${more}.`)
  if (aside)
    out.note(`${aside} left aside. List them: crm inbox scan ${rest.map(shellWord).join(' ')} --left`)
}

const leftColumns = columnsOf<ScannedMessage>({
  subject: { minWidth: 16 },
  path: { title: 'FILE', minWidth: 10, yields: 1 },
  why: { value: ({ evidence }) => evidence[0]?.why ?? 'It says nothing about your search.', below: true },
})

function showLeft(out: Run['out'], report: ScanReport): void {
  const left = report.messages.filter(isAside)
  out.list({ ...report, messages: left, total: left.length }, left, leftColumns, 'Nothing was left aside.')
}
