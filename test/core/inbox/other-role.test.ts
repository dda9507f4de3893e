// A message about another role than that of the company's only tracked job says so.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

const ENCOM = {
  ...{
    id: 'Encom',
    company: 'Encom',
    role: 'Platform Engineer',
    status: 'applied',
    url: null,
    location: null,
  },
  ...{ aliases: [], contacts: [] },
}

async function read(text: string) {
  const date = 'Thu, 26 Nov 2026 09:00:00 -0500'
  const source = letter({ id: 'a', subject: 'Your application to Encom', text, date })
  const known = { jobs: prepare([ENCOM]), ownAddresses: new Set<string>(), endedJobIds: new Set<string>() }
  return understand(await decodeMail(Buffer.from(source)), { ...known, jobOf: () => undefined, now: date })
}

const rejection = (role: string) =>
  `Thank you for applying for the ${role} position at Encom. Unfortunately we will not be moving forward with your application.`

test('a role that shares only a common word with the job', async () => {
  const [same, other] = [await read(rejection('Platform Engineer')), await read(rejection('Staff Engineer'))]
  expect(same.evidence.map(({ why }) => why).join()).not.toContain('this role')
  expect(other.job?.id).toBe('Encom')
  expect(other.confidence).toBeLessThan(same.confidence - 0.2)
  expect(other.evidence).toContainEqual({
    quote: 'Staff Engineer',
    why: 'It names this role, and the job is “Platform Engineer”.',
  })
})
