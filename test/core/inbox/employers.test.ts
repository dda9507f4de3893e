// Who employs, where a system writes for the employer: its own name is none.
import { expect, test } from 'vitest'
import { companyNamed } from '../../../core/inbox/meaning/vacancy.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'

const employerOf = async (from: string, subject: string, text: string) => {
  const head = [`From: ${from}`, `Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8']
  const mail = await decodeMail(Buffer.from([...head, '', text].join('\r\n')))
  return companyNamed(mail, [subject, text], null)
}

test.each([
  [
    'HackerRank for Work <support@hackerrankforwork.com>',
    'Corvane invited you to a HackerRank test',
    'Corvane',
  ],
  ['Codility <no-reply@codility.com>', 'Your test', null],
  ['Calendly <no-reply@calendly.com>', 'New event: a call with Northmere Labs', 'Northmere Labs'],
  ['Halvorsen Hiring Team <no-reply@greenhouse-mail.io>', 'Your application', 'Halvorsen'],
  [
    'Workable Recruiting <noreply@workablemail.com>',
    'Thank you for applying to Harrow Mills',
    'Harrow Mills',
  ],
])('%s: %s', async (from, subject, employer) => {
  expect(await employerOf(from, subject, 'It takes 90 minutes. You may begin whenever you like.')).toBe(
    employer,
  )
})
