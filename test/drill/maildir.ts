// `npm run test:long -- maildir`: a Maildir of 100,000 messages is scanned twice by the built program, on a database of its own: how
// long it takes, how much of the processor, and how much memory. One message in forty is about the search, one in ten about
// work and nothing that a tracker follows, and the others are what else an inbox has.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taughtSets } from '../../sql/build/mail/sets.ts'

const MESSAGES = Number(process.env['MESSAGES'] ?? 100_000)
/** One in so many is about the search, and about work. */
const [SEARCH, WORK] = [40, 10]
const LAUNCHER = join(import.meta.dirname, '..', '..', 'cli', 'launch.cjs')
const ELSE = new Set(['alert', 'newsletter', 'other', 'outreach'])

interface Took {
  code: number
  stdout: string
  seconds: number
  cpuMs: number
  peakKb: number
}

/** Runs the program to its end. */
function run(home: string, ...args: string[]): Promise<Took> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--require', join(import.meta.dirname, 'usage.cjs'), LAUNCHER, ...args],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, CRM_HOME: join(home, 'crm'), TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    },
  )
  const [out, usage]: Buffer[][] = [[], []]
  child.stdout?.on('data', (chunk: Buffer) => out!.push(chunk))
  child.stdio[3]?.on('data', (chunk: Buffer) => usage!.push(chunk))
  return new Promise((resolve) =>
    child.once('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(out!).toString(),
        seconds: (performance.now() - began) / 1_000,
        ...(JSON.parse(Buffer.concat(usage!).toString()) as Pick<Took, 'cpuMs' | 'peakKb'>),
      }),
    ),
  )
}

const ORDINARY = [
  [
    'Parcel Post <tracking@parcel.example>',
    'Your parcel is on its way',
    'Your parcel 4711 leaves our depot today and will be with you tomorrow between 10 and 12.',
  ],
  [
    'Oakley Kitchen <hello@oakley.example>',
    'Six soups for a cold week',
    'Leeks, barley and a good stock: this week we cook slowly. Unsubscribe below.',
  ],
  [
    'Ruth Abel <ruth@family.example>',
    'Sunday',
    'Shall we come at one? I bring the cake, and Tom has the photographs of the lake.',
  ],
  [
    'Harbour Bank <service@harbourbank.example>',
    'Your statement for September',
    'Your statement is ready. Sign in to see it. We never ask for your code.',
  ],
  [
    'Garden Club <list@garden.example>',
    'Bulbs, and who has room for a greenhouse?',
    'The tulips came on Monday. Who drives to the nursery on Saturday at nine?',
  ],
].map(([from, subject, text]) =>
  [
    `From: ${from}`,
    'To: Sam Rivera <sam.rivera@example.com>',
    `Subject: ${subject}`,
    'Date: Mon, 14 Sep 2026 10:00:00 +0200',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${text}\r\n`.repeat(20),
  ].join('\r\n'),
)

/** Writes the Maildir: the same messages again and again, each under an identity of its own. */
function fill(folder: string): void {
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(folder, name), { recursive: true })
  const all = taughtSets().flatMap(([, { messages }]) => messages)
  const anonymous = (isSearch: boolean) =>
    all
      .filter(({ label }) => ELSE.has(label.kind) !== isSearch)
      .map(({ bytes }) => bytes.toString('latin1').replace(/^Message-ID:.*(?:\r?\n[ \t].*)*\r?\n/im, ''))
  const [search, others] = [anonymous(true), anonymous(false)]
  for (let at = 0; at < MESSAGES; at += 1) {
    const from = at % SEARCH === 0 ? search : at % WORK === 0 ? others : ORDINARY
    const text = from[at % from.length]!
    writeFileSync(
      join(folder, 'cur', `${at}.host:2,S`),
      `Message-ID: <${at}@drill.example>\r\n${text}`,
      'latin1',
    )
  }
}

const home = mkdtempSync(join(tmpdir(), 'crm-maildir-'))
try {
  const folder = join(home, 'Maildir')
  fill(folder)
  const jobs = taughtSets()[0]![1].jobs.map(({ company, role, url }) => ({
    company,
    role,
    url,
    status: 'applied',
  }))
  writeFileSync(join(home, 'jobs.json'), JSON.stringify(jobs))
  await run(home, 'jobs', 'import', join(home, 'jobs.json'))
  for (const name of ['first', 'second']) {
    const { code, stdout, seconds, cpuMs, peakKb } = await run(home, 'inbox', 'scan', folder)
    const took = `${seconds.toFixed(1)} s, ${(cpuMs / 1_000).toFixed(1)} s of the processor, ${Math.round(peakKb / 1_024)} MB`
    process.stdout.write(`${name}: ${took}; exit ${code}; ${stdout.trim().split('\n').at(-1)}\n`)
  }
} finally {
  await run(home, 'db', 'stop')
  rmSync(home, { recursive: true, force: true })
}
