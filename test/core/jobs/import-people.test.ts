// The people whom a file of jobs names: contacts of the job, once each, and taken back with it.
import { describe, expect, test } from 'vitest'
import { undoChange } from '../../../core/audit/operations.ts'
import { addContact, listContacts } from '../../../core/contacts/operations.ts'
import { peopleIn } from '../../../core/jobs/import/people.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

describe('a cell of people', () => {
  const read = (values: Record<string, string>) =>
    peopleIn(new Map(Object.entries(values)) as unknown as Parameters<typeof peopleIn>[0]) // Fields by name.

  test.each([
    ['Jane Doe', [{ name: 'Jane Doe' }]],
    ['Doe, Jane', [{ name: 'Jane Doe' }]],
    ['Jane Doe <jane@acme.example>', [{ name: 'Jane Doe', email: 'jane@acme.example' }]],
    ['Jane Doe, jane@acme.example', [{ name: 'Jane Doe', email: 'jane@acme.example' }]],
    ['Jane Doe (+49 170 1234567)', [{ name: 'Jane Doe', phone: '+49 170 1234567' }]],
    ['Jane Doe - Senior Recruiter', [{ name: 'Jane Doe' }]],
    ['Jane Doe (Talent)', [{ name: 'Jane Doe' }]],
    ['Jane Doe; John Roe', [{ name: 'Jane Doe' }, { name: 'John Roe' }]],
    ['Jane Doe, John Roe', [{ name: 'Jane Doe' }, { name: 'John Roe' }]],
    ['Jane Doe und John Roe', [{ name: 'Jane Doe' }, { name: 'John Roe' }]],
    ['Anna-Lena van der Berg', [{ name: 'Anna-Lena van der Berg' }]],
    ['José Muñoz', [{ name: 'José Muñoz' }]],
    ['Sara <sara@acme.example>', [{ name: 'Sara', email: 'sara@acme.example' }]],
    ['jane.doe@acme.example', [{ name: 'Jane Doe', email: 'jane.doe@acme.example' }]],
    ['Jane Doe linkedin.com/in/janedoe', [{ name: 'Jane Doe', linkedinUrl: 'https://linkedin.com/in/janedoe' }]], // prettier-ignore
  ])('%s', (contact, people) => expect(read({ contact })).toEqual({ people, unread: [] }))

  test.each([
    'Yes',
    'LinkedIn',
    'Talent Acquisition Team',
    'HR Team',
    'Employee referral',
    'jobs@acme.example',
    'jane.doe@gmail.com',
    'Sarah',
    'Ann & Bob',
    'asked them twice, no answer',
    'Jane Doe / HR',
  ])('%s names nobody for certain', (contact) =>
    expect(read({ contact })).toEqual({ people: [], unread: ['contact'] }),
  )

  test('an address of its own column belongs to its person, or to the only one', () => {
    const jane = { name: 'Jane Doe', email: 'jd@acme.example' }
    expect(read({ contact: 'Jane Doe', contactEmail: 'jd@acme.example' }).people).toEqual([jane])
    expect(read({ hiringManager: 'Jane Doe', contactEmail: 'jd@acme.example' }).people).toEqual([
      { ...jane, type: 'hiring-manager' },
    ])
    expect(read({ recruiter: 'Jane Doe', referral: 'Al Roe', contactEmail: 'x@acme.example' })).toEqual({
      people: [
        { name: 'Jane Doe', type: 'recruiter' },
        { name: 'Al Roe', type: 'referral' },
      ],
      unread: ['contactEmail'],
    })
  })
})

describe('an import', () => {
  const rows = [
    { Company: 'Acme', Role: 'Chef', Recruiter: 'Jane Doe <jane@hays.example>', 'Hiring Manager': 'Max Roe' },
    { Company: 'Globex', Role: 'Chef', Recruiter: 'Jane Doe', 'Recruiter Email': 'jane@hays.example', Referral: 'Yes' }, // prettier-ignore
    { Company: 'Initech', Role: 'Cook', Contact: 'Ina Klein', 'Contact Email': 'ina@initech.example' },
  ].map((values) => ({ values }))

  test('makes each person one contact of their jobs, once, and one undo takes all back', async () => {
    const ctx = as(core(), await aUser(core()))
    const known = await call(addContact, ctx, { name: 'Ina Klein' })
    const report = await call(importJobs, ctx, { rows })
    expect(report).toMatchObject({ created: 3, failed: 0 })
    expect(report.rows.map(({ reason }) => reason)).toEqual([
      'Adds the contact Jane Doe. Adds the contact Max Roe.',
      expect.stringContaining('Links the contact Jane Doe.'),
      'Links the contact Ina Klein.',
    ])
    expect(report.rows[1]!.left).toEqual([expect.objectContaining({ field: 'Referral', text: 'Yes' })])
    const { contacts } = await call(listContacts, ctx, {})
    const ids = report.rows.map(({ id }) => id!)
    expect(
      contacts
        .map(({ name, type, email, company, jobIds }) => [name, type, email, company, [...jobIds].sort()])
        .sort(),
    ).toEqual([
      ['Ina Klein', 'other', 'ina@initech.example', 'Initech', [ids[2]]],
      ['Jane Doe', 'recruiter', 'jane@hays.example', 'Acme', ids.slice(0, 2).sort()],
      ['Max Roe', 'hiring-manager', null, 'Acme', [ids[0]]],
    ])
    expect((await call(getJob, ctx, { id: ids[1]! })).notes).toBe('Referral: Yes')
    const again = await call(importJobs, ctx, { rows })
    expect(again).toMatchObject({ created: 0, updated: 0, skipped: 3 })
    expect((await call(listContacts, ctx, {})).total).toBe(3)
    await call(undoChange, ctx, { id: report.changeId! })
    const left = await call(listContacts, ctx, {})
    expect(left.contacts).toEqual([{ ...known, updatedAt: expect.any(String) as string }])
  })

  test('a dry run adds nobody, and LinkedIn’s own columns are the applicant’s', async () => {
    const ctx = as(core(), await aUser(core()))
    await call(importJobs, ctx, { rows, dryRun: true })
    const own = { 'Company Name': 'Acme', 'Job Title': 'Chef', 'Contact Email': 'my.name@mine.example', 'Question And Answers': 'x' } // prettier-ignore
    await call(importJobs, ctx, { rows: [{ values: own }] })
    expect((await call(listContacts, ctx, {})).total).toBe(0)
  })

  test('without contacts:write nobody is added, which is said', async () => {
    const all = as(core(), await aUser(core()))
    const scopes = new Set(['jobs:write', 'jobs:read']) as unknown as typeof all.principal.scopes
    const ctx = { ...all, principal: { ...all.principal, scopes } }
    const report = await call(importJobs, ctx, { rows: [rows[2]!] })
    expect(report.rows[0]!.left.map(({ text, why }) => [text, why])).toEqual([
      ['Ina Klein', 'It is no contact: contacts:write is missing, and kept in the notes.'],
      ['ina@initech.example', 'It is no contact: contacts:write is missing, and kept in the notes.'],
    ])
    expect((await call(listContacts, all, {})).total).toBe(0)
  })
})
