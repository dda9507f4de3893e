// Which documents the app shows for a job.
import { expect, test } from 'vitest'
import { documentsOf } from '../../cli/commands/app-port.ts'

type Sources = Parameters<typeof documentsOf>[0]

const JOB = { id: 'j1', company: 'Acme', description: 'We cook.' } as Sources['job']

const purchase = (fields: object): Sources['purchases'][number] =>
  ({
    id: 'p1',
    label: 'Company brief',
    state: 'delivered',
    jobId: null,
    company: null,
    answer: { success: true, brief: { companyOverview: 'They make anvils.', redFlags: ['High turnover'] } },
    purchasedAt: '2026-11-01T00:00:00.000Z',
    createdAt: '2026-11-01T00:00:00.000Z',
    ...fields,
  }) as never

const activity = (body: string): Sources['activities'][number] =>
  ({ type: 'note', title: 'Debrief', body, occurredAt: '2026-11-02T00:00:00.000Z' }) as never

test('the posting comes first, then drafts and purchases, newest first', () => {
  const documents = documentsOf({
    job: JOB,
    activities: [activity('short'), activity('line one\nline two')],
    purchases: [
      purchase({ jobId: 'j1' }),
      purchase({ jobId: 'other' }),
      purchase({
        label: 'Cover letter',
        company: ' ACME ',
        answer: { success: true, coverLetter: 'Dear all' },
      }),
      purchase({ jobId: 'j1', state: 'failed', answer: null }),
    ],
  })
  expect(documents.map(({ title }) => title)).toEqual(['Posting', 'Debrief', 'Company brief', 'Cover letter'])
})

test('the notes of a job that do not fit a line can be read in full', () => {
  const titles = (notes: string | null) =>
    documentsOf({ job: { ...JOB, notes }, activities: [], purchases: [] }).map(({ title }) => title)
  expect(titles('They like Rust.')).toEqual(['Posting'])
  expect(titles('They like Rust. '.repeat(5))).toEqual(['Posting', 'Notes'])
})

test('a purchase is shown as headings and lines, without its billing fields', () => {
  const [, bought] = documentsOf({ job: JOB, activities: [], purchases: [purchase({ jobId: 'j1' })] })
  expect(bought!.text).toBe('company overview: They make anvils.\nred flags\n- High turnover')
})
