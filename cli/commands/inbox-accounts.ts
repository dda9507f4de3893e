// `crm inbox add|sync`.
import { readFileSync, statSync } from 'node:fs'
import {
  addMailAccount,
  listMailAccounts,
  removeMailAccount,
  syncMail,
} from '../../core/inbox/account-operations.ts'
import type { Account } from '../../core/inbox/account.ts'
import { CATALOG, fail, KINDS, isCrmError } from '../../core/kernel/errors.ts'
import { keysOf } from '../../core/kernel/narrow.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { isAgreed } from './agreement.ts'
import { isFolder, readUpload } from './upload.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { readSince } from './inbox-scan.ts'
import { oneOf } from './references.ts'
import { localDay } from '../ui/time.ts'

export const addCommand: Command = {
  name: 'add',
  about: 'Add a mail account, read over IMAP and never changed; without an address, list them.',
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
    line ||
    fail('usage', {
      problem: 'There is no password: pipe it in, set CRM_IMAP_PASSWORD, or give --password-file FILE.',
    })
  )
}

function fromFile(file: string): string {
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      fail('usage', { problem: `Others can read ${file}. Make it private first: chmod 600 ${file}` })
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCrmError(error)) throw error
    return fail('usage', { problem: `${file} cannot be read.` }, { cause: error })
  }
}

const COLUMNS: Column<Account>[] = [
  idColumn(),
  { title: 'ADDRESS', value: ({ address }) => address, minWidth: 16, paint: () => 'bold' },
  { title: 'SINCE', value: ({ since }) => since && localDay(since), yields: 2 },
  timeColumn(
    'READ',
    ({ syncedAt }) => syncedAt,
    { none: 'never', yields: 1 },
    (at) => at,
  ),
  { title: 'PROBLEM', value: ({ problem }) => problem, yields: 3 },
]

async function listAccounts({ client, out }: Run): Promise<void> {
  const page = await client.call(listMailAccounts, {})
  out.list(page, page.accounts, COLUMNS, 'No mail account yet. Add one: crm inbox add imaps://USER@HOST')
}

async function removeAccount(call: Run, account: string): Promise<void> {
  const { client, out } = call
  const { id, address } = await findAccount(client, account)
  const step = {
    act: `remove ${address}`,
    shown: { id, address },
    nothing: 'removed',
    action: 'crm inbox add --rm',
  }
  if (!(await isAgreed(call, step))) return
  out.done(await client.call(removeMailAccount, { id }), `Removed ${address}; what it proposed stays.`)
}

async function findAccount(client: Client, text: string): Promise<Account> {
  const { accounts } = await client.call(listMailAccounts, {})
  return oneOf(text, accounts, ({ address }) => [address], 'account', 'crm inbox add')
}

const WATCH_SECONDS = { here: 300, remote: 20 }

export const syncCommand: Command = {
  name: 'sync',
  about: 'Read what is new in your mail accounts, and propose what it says.',
  operation: 'inbox.sync',
  args: [{ name: 'account?', about: 'Only this one: id, short id, or part of the address.' }],
  options: [{ flags: '--watch', about: 'Stay, and read mail as it arrives.' }],
  examples: ['crm inbox sync', 'crm inbox sync --watch'],
  async run(call) {
    const { args, options, client, config } = call
    const id = args[0] === undefined ? undefined : (await findAccount(client, args[0])).id
    const { accounts } = await client.call(listMailAccounts, {})
    if (!accounts.length)
      fail(
        'usage',
        { problem: 'There is no mail account yet.' },
        { hint: 'Add one: crm inbox add imaps://USER@HOST' },
      )
    if (!isOn(options, 'watch')) return once(call, id, 0)
    for (;;) await once(call, id, config.server ? WATCH_SECONDS.remote : WATCH_SECONDS.here)
  },
}

async function once({ client, out }: Run, id: string | undefined, waitSeconds: number): Promise<number> {
  const report = await client.call(syncMail, { ...(id !== undefined && { id }), waitSeconds })
  const read = report.accounts.reduce((sum, account) => sum + account.read, 0)
  const proposed = report.accounts.reduce((sum, account) => sum + account.proposed, 0)
  for (const { account, error } of report.accounts) if (error) out.note(`${account.address}: ${error}`)
  if (!waitSeconds || read)
    out.done(
      report,
      `${read} read. ${proposed ? `${proposed} proposed: crm inbox list` : 'Nothing new is proposed.'}`,
    )
  if (waitSeconds && report.accounts.every(({ error }) => error))
    await new Promise((resolve) => setTimeout(resolve, 15_000))
  const failed = report.accounts.find(({ error }) => error)
  const code = keysOf(CATALOG).find((each) => each === failed?.code) ?? 'failed'
  return failed ? KINDS[CATALOG[code].kind].exit : 0
}
