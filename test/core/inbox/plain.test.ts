// What systems for applicants write every day, in four languages, for a tracked job and for none: the rules know it, and no
// learned reading may talk them out of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERDICTS } from '../../../core/inbox/verdicts.ts'
import { OUTCOMES, shippedWeights, type Outcome, type Weights } from '../../../core/inbox/meaning/learned.ts'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'

const COMPANY = { name: 'Halvorsen Instruments', domain: 'halvorseninstruments', role: 'Data Analyst' }
const JOB = {
  id: 'job',
  company: COMPANY.name,
  role: COMPANY.role,
  status: 'applied',
  url: null,
  location: null,
  contacts: [],
  aliases: [],
}

const MESSAGES = readFileSync(join(import.meta.dirname, 'plain.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('{c}', COMPANY.name).replaceAll('{d}', COMPANY.domain))
  .map((line) => line.replaceAll('{r}', COMPANY.role).split(' | '))
  .map(([verdict = '', from = '', subject = '', text = '']) => ({ verdict, from, subject, text }))

type Plain = (typeof MESSAGES)[number]

async function read({ from, subject, text }: Plain, jobs: (typeof JOB)[], weights: Weights) {
  const mail = await decodeMail(
    Buffer.from(
      [
        `From: ${from}`,
        'To: Noa Lindgren <noa.lindgren@mailbox.example>',
        `Subject: ${subject}`,
        'Date: Mon, 14 Sep 2026 10:00:00 +0200',
        'Message-ID: <plain@mailer.example>',
        'Content-Type: text/plain; charset=utf-8',
        '',
        text.replaceAll(' ¶ ', '\r\n\r\n'),
      ].join('\r\n'),
    ),
  )
  return understand(
    mail,
    {
      jobs: prepare(jobs),
      ownAddresses: new Set(['noa.lindgren@mailbox.example']),
      endedJobIds: new Set(),
      jobOf: () => undefined,
      now: '2026-09-14T08:00:00.000Z',
    },
    weights,
  )
}

/** A learned reading that takes every message for the same, without a doubt. */
function convincedOf(outcome: Outcome): Weights {
  const { sentences, messages } = shippedWeights()
  const biases = messages.biases.map((_, at) => (OUTCOMES[at] === outcome ? 1_000 : 0))
  return { sentences, messages: { ...messages, biases } }
}

const READINGS: [string, () => Weights][] = [
  ['as it is shipped', shippedWeights],
  ...OUTCOMES.map((outcome): [string, () => Weights] => [
    `convinced of ${outcome}`,
    () => convincedOf(outcome),
  ]),
]

describe.each(READINGS)('a learned reading %s', (_, weights) => {
  test.each([
    ['tracked', [JOB], 'job'],
    ['untracked', [], undefined],
  ])('leaves plain letters of a company that is %s to the rules', async (_name, jobs, id) => {
    const found = await Promise.all(MESSAGES.map((each) => read(each, jobs, weights())))
    const told = MESSAGES.map(({ verdict, text }) => ({ text, status: verdict, job: id }))
    expect(found.map(({ status, job }, at) => ({ text: told[at]?.text, status, job: job?.id }))).toEqual(told)
  })
})

test('there are a dozen of each verdict', () => {
  const counts = VERDICTS.map((each) => MESSAGES.filter(({ verdict }) => verdict === each).length)
  expect(counts).toEqual(VERDICTS.map(() => 12))
})
