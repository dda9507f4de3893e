// `crm inbox` as a shell runs it: from files of every kind, by a model where it is asked for, and from a real mail server.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { LONG } from '../long.ts'
import { crmProcess } from './process.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-inbox-'))
const databases: TestDatabase[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Promise.all(databases.map((database) => database.close()))
})

/** The program on a database of its own. */
async function atHome(env: Record<string, string> = {}) {
  const database = await freshDatabase()
  databases.push(database)
  const options: RunOptions = { url: database.url, env }
  return {
    database,
    run: (...args: string[]) => crm(args, options),
    json: (...args: string[]) => crmJson([...args, '--json'], options),
    options,
  }
}

const letter = (id: string, from: string, subject: string, day: string, ...lines: string[]) =>
  [
    `From: ${from}`,
    'To: jane@mailbox.example',
    `Subject: ${subject}`,
    `Date: ${day}`,
    `Message-ID: <${id}>`,
    '',
    ...lines,
    '',
  ].join('\r\n')

const APPLIED = letter('a@acme', 'Acme Careers <jobs@acme.example>', 'Application received', 'Tue, 01 Sep 2026 10:00:00 +0000', 'We have received your application for the Clerk position.') // prettier-ignore
const INVITED = letter('b@acme', 'Ann Lee <ann@acme.example>', 'Your interview at Acme', 'Thu, 03 Sep 2026 09:00:00 +0000', 'We would like to invite you to an interview for the Clerk position on 10 September 2026 at 14:00 UTC.') // prettier-ignore
const REFUSED = letter('c@globex', 'Globex <careers@globex.example>', 'Your application as Cook', 'Fri, 04 Sep 2026 09:00:00 +0000', 'Thank you for applying for the Cook position. Unfortunately we have decided to move forward with other candidates.') // prettier-ignore
const NEWSLETTER = letter('d@news', 'Weekly <news@news.example>', 'Ten recipes', 'Fri, 04 Sep 2026 09:30:00 +0000', 'Unsubscribe here.') // prettier-ignore

const FIELDS = ['path', 'messageId', 'status', 'jobId', 'company', 'role', 'event', 'contact', 'deadline', 'confidence', 'evidence', 'proposals'] // prettier-ignore

describe('messages in files', () => {
  test('that cannot be read are named with the reason, and the others are read', async () => {
    const { run, json } = await atHome()
    const mixed = join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(join(mixed, 'applied.eml'), APPLIED)
    writeFileSync(join(mixed, 'scan.eml'), '%PDF-1.7')
    writeFileSync(join(mixed, 'video.eml'), Buffer.alloc(30_000_000, 'x'))
    const { body, code } = await json('inbox', 'scan', mixed)
    expect([code, body.read, body.failed]).toEqual([0, 1, 2])
    expect(body.refused).toEqual(
      expect.arrayContaining([
        { path: join(mixed, 'scan.eml'), reason: expect.stringContaining('no headers of a message') },
        { path: join(mixed, 'video.eml'), reason: expect.stringContaining('larger than') },
      ]),
    )
    const { stderr } = await run('inbox', 'scan', mixed)
    expect(stderr).toContain(`scan.eml: `)
    expect(stderr).toContain('2 not readable')
  })

  test('a scan counts the proposals that wait, not those that a newer letter replaced', async () => {
    const { run, json } = await atHome()
    const asInvite = (text: string, day: number) =>
      [
        text.replace('Message-ID', 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\nMessage-ID').split('\r\n\r\n')[0], // prettier-ignore
        `\r\n--b\r\n\r\n${text.split('\r\n\r\n')[1]}\r\n--b\r\nContent-Type: text/calendar; method=REQUEST\r\n`,
        ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:acme-1', `SEQUENCE:${day}`],
        ...[`DTSTART:202609${day}T140000Z`, `DTEND:202609${day}T150000Z`, 'SUMMARY:Interview Acme'],
        ...['END:VEVENT', 'END:VCALENDAR', '--b--', ''],
      ].join('\r\n')
    const moved = INVITED.replace('b@acme', 'e@acme').replace('03 Sep', '04 Sep')
    const file = join(folder, 'moved.mbox')
    const mails = [asInvite(INVITED, 10), asInvite(moved, 11)]
    writeFileSync(
      file,
      mails.map((each) => `From x Fri Sep  4 09:00:00 2026\n${each.replaceAll('\r', '')}\n`).join(''),
    )
    const { stderr } = await run('inbox', 'scan', file)
    const { total } = (await json('inbox', 'list')).body
    expect([total, stderr]).toEqual([1, expect.stringContaining('1 proposal to decide: crm inbox list')])
  })

  test('a letter that is listed and proposes nothing is named', async () => {
    const { run } = await atHome()
    const file = join(folder, 'known.eml')
    writeFileSync(file, APPLIED)
    await run('inbox', 'scan', file)
    await run('inbox', 'accept', '--all')
    writeFileSync(file, APPLIED.replace(/^Message-ID: <.*>/im, 'Message-ID: <again@known>'))
    const { stderr } = await run('inbox', 'scan', file)
    expect(stderr).toMatch(/Nothing new is proposed\.\nNothing is proposed after: \w+/)
  })

  test('are read from a file, an mbox and a Maildir, listed, accepted as one change, undone, rejected and forgotten', async () => {
    const { options, run, json } = await atHome()
    const maildir = join(folder, 'Maildir')
    for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, name), { recursive: true })
    writeFileSync(join(folder, 'applied.eml'), APPLIED)
    writeFileSync(join(maildir, 'new', '1.host'), INVITED)
    const mbox = [REFUSED, NEWSLETTER].map(
      (each) => `From x Fri Sep  4 09:00:00 2026\n${each.replaceAll('\r', '')}\n`,
    )
    writeFileSync(join(folder, 'all.mbox'), mbox.join(''))
    const paths = [join(folder, 'applied.eml'), maildir, join(folder, 'all.mbox')]
    const { body, code } = await json('inbox', 'scan', ...paths)
    expect([code, Object.keys(body).sort()]).toEqual([0, ['failed', 'messages', 'read', 'skipped']])
    expect([body.read, body.skipped, body.failed]).toEqual([4, 0, 0])
    expect(Object.keys(body.messages[0])).toEqual(FIELDS)
    const said = Object.fromEntries(
      body.messages.map((each: { messageId: string }) => [each.messageId, each]),
    )
    expect(said['<a@acme>'] ?? said['a@acme']).toMatchObject({
      status: 'applied',
      company: 'Acme',
      role: 'Clerk',
    })
    expect(said['<b@acme>'] ?? said['b@acme']).toMatchObject({
      status: 'interview',
      event: { startsAt: '2026-09-10T14:00:00.000Z', timeZone: expect.any(String) },
      contact: { name: 'Ann Lee', email: 'ann@acme.example' },
    })
    expect(said['<d@news>'] ?? said['d@news']).toMatchObject({ status: null, proposals: [] })
    expect((await json('jobs', 'list')).body.total, 'Nothing changes unaccepted.').toBe(0)
    expect((await json('inbox', 'scan', ...paths)).body).toEqual({
      messages: [],
      read: 0,
      skipped: 4,
      failed: 0,
    })
    const listed = await json('inbox', 'list')
    expect(Object.keys(listed.body)).toEqual(['proposals', 'nextCursor', 'total'])
    expect(listed.body.total).toBe(3)
    expect((await run('today')).stdout).toContain('3 from your inbox')
    expect((await run('inbox', 'show', 'globex')).stdout).toContain('other candidates')
    const shown = await crm(['inbox', 'show', 'globex'], { ...options, terminal: { columns: 80 } })
    expect(shown.stdout).toMatch(/sent\b.*\w{3} \d+ \w{3} \d{4} \d\d:\d\d/)
    expect((await run('inbox', 'reject', 'globex')).code).toBe(0)
    const would = (await run('inbox', 'accept', '--all', '--dry-run')).stdout
    expect(would).toMatch(/^Acme — Clerk: .*add the interview/m)
    expect(would).toMatch(/^Would accept 2 proposals as one change\.$/m)
    const accepted = (await run('inbox', 'accept', '--all')).stdout
    expect(accepted).toMatch(/^Acme — Clerk: .*added the interview.*; .*\d\d:\d\d\.$/m)
    expect(accepted).toMatch(/^Accepted 2\. crm undo takes it back\.$/m)
    const jobs = (await json('jobs', 'list')).body.jobs
    expect(jobs).toMatchObject([
      { company: 'Acme', role: 'Clerk', status: 'interviewing', appliedAt: '2026-09-01T10:00:00.000Z' },
    ])
    expect((await json('calendar', 'list', '--from', '2026-01-01')).body.events).toHaveLength(1)
    expect((await json('contacts', 'list')).body.contacts).toMatchObject([{ name: 'Ann Lee' }])
    expect((await run('undo')).code).toBe(0)
    expect((await json('jobs', 'list')).body.total, 'One undo takes back all.').toBe(0)
    expect((await json('inbox', 'list')).body.total).toBe(2)
    expect((await run('inbox', 'accept', 'nobody')).code).toBe(3)
    expect((await run('inbox', 'forget', '--yes')).code).toBe(0)
    expect((await json('inbox', 'list')).body.total).toBe(0)
    expect((await json('inbox', 'scan', join(folder, 'nothing-there'))).code).toBeGreaterThan(0)
  })

  test('that the rules are unsure of are shown to a model with --ai, which must quote them; no other is', async () => {
    const model = {
      OPENAI_BASE_URL: inject('modelUrl'),
      OPENAI_API_KEY: 'inbox',
      CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    }
    const unsure = (id: string, words: string) =>
      letter(
        id,
        'Ann Lee <ann@acme.example>',
        'Acme: the Clerk position',
        'Thu, 03 Sep 2026 09:00:00 +0000',
        'Dear Jane,',
        words,
        'Ann',
      )
    const quoted = join(folder, 'unsure')
    mkdirSync(quoted)
    // The model of the tests answers its first choice, applied, and quotes “As the data says.”
    const sure = unsure('u1@acme', 'As the data says. The team is looking at it.')
    writeFileSync(join(quoted, '1.eml'), `Delivered-To: jane@mailbox.example\r\n${sure}`)
    writeFileSync(join(quoted, '2.eml'), unsure('u2@acme', 'Your file is with the team.'))
    writeFileSync(join(quoted, '3.eml'), REFUSED)
    const passedOn = `---------- Forwarded message ---------\r\n${sure.replace(/^(?:To|Message-ID):.*\r\n/gm, '')}`
    writeFileSync(join(quoted, '4.eml'), letter('u4@jane', 'jane@mailbox.example', 'Fwd: Acme: the Clerk position', 'Thu, 03 Sep 2026 10:00:00 +0000', 'fyi', '', passedOn)) // prettier-ignore
    const plain = await atHome()
    const asked = await atHome(model)
    for (const { run } of [plain, asked])
      for (const job of [
        ['Acme', 'Clerk'],
        ['Globex', 'Cook'],
      ])
        await run('jobs', 'add', ...job)
    const without = await plain.json('inbox', 'scan', quoted)
    expect(without.body).not.toHaveProperty('asked')
    expect(without.body.messages.map(({ status }: { status: string }) => status)).toEqual([
      null,
      null,
      null,
      'rejected',
    ])
    await plain.run('inbox', 'forget', '--yes')
    const refused = await plain.json('inbox', 'scan', quoted, '--ai')
    expect([refused.code, refused.body.error.code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/ai_key_required|AI_KEY_REQUIRED/),
    ])
    const { body } = await asked.json('inbox', 'scan', quoted, '--ai')
    expect(body.asked).toBe(3)
    const of = (id: string) =>
      body.messages.find(({ messageId }: { messageId: string }) => messageId.includes(id))
    expect(of('u1@acme')).toMatchObject({
      status: 'applied',
      evidence: [
        {
          quote: 'As the data says.',
          why: expect.stringMatching(/^openai\/.* was asked, because the rules were unsure/),
        },
        ...of('u1@acme').evidence.slice(1),
      ],
    })
    expect(of('u4@jane'), 'Of a forwarded message the model reads the message.').toMatchObject({
      status: 'applied',
    })
    expect(of('u2@acme'), 'A quote that is not in the message counts for nothing.').toMatchObject({
      status: null,
      proposals: [],
    })
    expect(JSON.stringify(of('u2@acme').evidence)).toContain('quoted no sentence')
    expect(of('c@globex')).toMatchObject({ status: 'rejected' })
  })
})

const DOVECOT = '/usr/sbin/dovecot'
const isRoot = process.getuid?.() === 0

describe.skipIf(!existsSync(DOVECOT) || !isRoot)('a real mail server', () => {
  const base = join(folder, 'dovecot')
  const mail = join(base, 'mail', 'jane')
  let server: ChildProcess
  let port = 0

  beforeAll(async () => {
    port = await freePort()
    for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(mail, name), { recursive: true })
    for (let number = 0; number < 60; number += 1)
      writeFileSync(join(mail, 'cur', `${1_780_000_000 + number}.m${number}.host:2,`), application(number))
    execFileSync('chown', ['-R', 'nobody', mail])
    for (const path of [folder, base, join(base, 'mail')]) chmodSync(path, 0o755)
    const uid = execFileSync('id', ['-u', 'nobody']).toString().trim()
    const gid = execFileSync('id', ['-g', 'nobody']).toString().trim()
    writeFileSync(
      join(base, 'dovecot.conf'),
      `protocols = imap
base_dir = ${base}/run
log_path = ${base}/log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
mail_location = maildir:${base}/mail/%u
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${base}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  client_limit = 100
}
`,
    )
    server = spawn(DOVECOT, ['-F', '-c', join(base, 'dovecot.conf')], { stdio: 'ignore' })
    while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  afterAll(async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  })

  test('is read without changing anything in it, and killed at any point loses and repeats no message', async () => {
    const { options, run, json } = await atHome({ CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
    const before = readdirSync(join(mail, 'cur')).sort()
    const address = `imap://jane@127.0.0.1:${port}`
    const added = await crm(['inbox', 'add', address, '--since', '3650d', '--insecure-local'], {
      ...options,
      stdin: 'secret\n',
    })
    expect(added.code, added.stderr).toBe(0)
    const codes: number[] = []
    for (let round = 0; round < (LONG ? 20 : 3); round += 1) {
      const after = new Promise((resolve) => setTimeout(resolve, 200 + (LONG ? 55 : 300) * round))
      codes.push(
        (await crmProcess(['inbox', 'sync'], { ...options, signal: { name: 'SIGKILL', after } })).code,
      )
    }
    expect(codes.some((code) => code !== 0)).toBe(true)
    // Mail that arrives between the runs is read like the rest.
    writeFileSync(join(mail, 'cur', '1790000000.m60.host:2,'), application(60))
    execFileSync('chown', ['-R', 'nobody', mail])
    expect((await run('inbox', 'sync')).code).toBe(0)
    const { proposals, total } = (await json('inbox', 'list', '--all')).body
    expect(total).toBe(61)
    expect(new Set(proposals.map(({ company }: { company: string }) => company)).size).toBe(61)
    expect((await json('inbox', 'sync')).body.accounts).toMatchObject([{ read: 0, skipped: 0, error: null }])
    expect(readdirSync(join(mail, 'cur')).sort(), 'No message was touched.').toEqual(
      [...before, '1790000000.m60.host:2,'].sort(),
    )
    expect((await run('inbox', 'add', '--rm', '127.0.0.1', '--yes')).code).toBe(0)
  })
})

const application = (number: number) =>
  letter(`m${number}@employer`, `Employer ${number} Careers <careers@employer${number}.example>`, 'Application received', `Tue, 01 Sep 2026 10:00:${String(number % 60).padStart(2, '0')} +0000`, 'We have received your application for the Cook position.') // prettier-ignore

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve(false))
  })
}
