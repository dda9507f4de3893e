// The people whom a file of jobs names: contacts of the job, once each, and taken back with it.
import { describe, expect, test } from 'vitest'
import { undoChange } from '../../../core/audit/operations.ts'
import { addContact, importContacts, listContacts, updateContact } from '../../../core/contacts/operations.ts'
import { peopleIn } from '../../../core/jobs/import/people.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

describe('a cell of people', () => {
  function read(values: Record<string, string>) {
    const fields = new Map(Object.entries(values)) as unknown as Parameters<typeof peopleIn>[0] // Fields by name.
    const { people, unread } = peopleIn(fields)
    return { people, unread }
  }

  test.each([
    ['Jane Doe', [{ name: 'Jane Doe' }]],
    ['Doe, Jane', [{ name: 'Jane Doe' }]],
    ['Robin Fox様', [{ name: 'Robin Fox' }]],
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
    'Jane Doe 2026-01-02',
    'Jane Doe 12.03.2026 14:00',
    ...'Employee Referral,No Referral,Not Yet,No Contact,Got Rejected,Waiting Reply,Cold Call'.split(','),
    ...'Cold Email,Follow Up,Sent Email,Hacker News,Linked In,Glassdoor Page,Stanford Alumni'.split(','),
    ...'Internal Transfer,Contact jane@acme.example,Phone Screen,Former Colleague,Direct Message'.split(','),
    ...'Word Of Mouth,Thank You,Applied Online,Next Week,Keine Antwort,Aucune Réponse'.split(','),
    `Jane ${'Abcdefghij '.repeat(3)}${'x'.repeat(180)}`,
    'Jane Doe '.repeat(60),
  ])('%s names nobody for certain', (contact) =>
    expect(read({ contact })).toEqual({ people: [], unread: ['contact'] }),
  )

  test.each([
    ['recruiter', 'Jane Doe <jane@acme.example>', undefined],
    ['referral', 'Jane Doe', undefined],
    ['hiringManager', 'Jane Doe', 'Acme Inc'],
    ['hiringManager', 'Jane Doe (Hiring Manager, Acme)', 'Acme Inc'],
    ['hiringManager', 'Jane Doe <jane@mail.acme.example>', 'Acme Inc'],
    ['hiringManager', 'Jane Doe <jane@gmail.com>', 'Acme Inc'],
    ['hiringManager', 'Jane Doe <jane@hays.example>', undefined],
    ['hiringManager', 'Jane Doe (Hays)', undefined],
    ['contact', 'Jane Doe', 'Acme Inc'],
  ])('in the column %s, the employer of %s is %s', (field, text, company) =>
    expect(read({ [field]: text, company: 'Acme Inc' }).people[0]!.company).toBe(company),
  )

  test('a number that no contact holds is left, and its person is read', () => {
    const contactPhone = '+49 170 1234567 '.repeat(4)
    expect(read({ contact: 'Jane Doe', contactPhone })).toEqual({
      people: [{ name: 'Jane Doe' }],
      unread: ['contactPhone'],
    })
  })

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
      ['Jane Doe', 'recruiter', 'jane@hays.example', null, ids.slice(0, 2).sort()],
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

  test.each([
    ['jane@hays.example', 'jane@globex.example', 2],
    ['jane@hays.example', 'jane.doe@gmail.com', 2],
    ['jane1@gmail.com', 'jane2@gmail.com', 2],
    ['jane@hays.example', 'jane.doe@hays.example', 1],
    ['jane@hays.example', '', 1],
  ])('takes Jane Doe with %s and Jane Doe with “%s” for %s', async (one, other, people) => {
    const ctx = as(core(), await aUser(core()))
    const sheet = (Email: string) => ({ rows: [{ values: { Name: 'Jane Doe', Email } }] })
    await call(importContacts, ctx, sheet(one))
    const before = (await call(listContacts, ctx, {})).contacts
    const { changeId, rows } = await call(importContacts, ctx, sheet(other))
    const after = (await call(listContacts, ctx, {})).contacts
    expect(after.map(({ email }) => email).sort()).toEqual(
      people === 2 ? [one, other].sort() : [other || one],
    )
    expect(rows[0]!.reason).toContain(people === 2 ? `Another person than Jane Doe, ${one}.` : '')
    if (changeId) await call(undoChange, ctx, { id: changeId })
    const kept = (await call(listContacts, ctx, {})).contacts
    expect(kept).toEqual(before.map((contact) => ({ ...contact, updatedAt: expect.any(String) as string })))
    const jobs = [{ Company: 'Acme', Role: 'Chef', Recruiter: `Jane Doe <${other || one}>` }]
    await call(importJobs, ctx, { rows: jobs.map((values) => ({ values })) })
    expect((await call(listContacts, ctx, {})).total).toBe(people)
  })

  test('neither moves a person to an employer that the address denies, nor drops a second address', async () => {
    const ctx = as(core(), await aUser(core()))
    await call(addContact, ctx, { name: 'Jane Doe', email: 'jane@hays.example' })
    await call(addContact, ctx, { name: 'Max Roe', company: 'Acme', email: 'max@acme.example' })
    const row = { 'Company': 'Acme', 'Role': 'Chef', 'Hiring manager': 'Jane Doe', 'Contact': 'Max Roe <max.roe@gmail.com>' } // prettier-ignore
    const { rows: done } = await call(importJobs, ctx, { rows: [{ values: row }] })
    expect(done[0]!.reason).toContain('Adds the contact Jane Doe.')
    expect(done[0]!.reason).toContain('max.roe@gmail.com')
    const { contacts } = await call(listContacts, ctx, {})
    expect(contacts.map(({ name, company }) => `${name}, ${company}`).sort()).toEqual([
      'Jane Doe, Acme',
      'Jane Doe, null',
      'Max Roe, Acme',
    ])
  })

  test('says in the reason, which is what a terminal shows, what was not understood', async () => {
    const ctx = as(core(), await aUser(core()))
    const row = { values: { Name: 'Jane Doe', Email: 'jane at acme' } }
    expect((await call(importContacts, ctx, { rows: [row] })).rows).toMatchObject([
      {
        ...{ outcome: 'created', left: [{ field: 'email', text: 'jane at acme' }] },
        reason: 'email “jane at acme”: It was not understood; it is kept in the notes.',
      },
    ])
  })

  test('takes a later last contact of a person who is there, and no earlier or coming one', async () => {
    const ctx = as(core(), await aUser(core()))
    const sheet = (day: string) => ({ rows: [{ values: { Name: 'Jane Doe', 'Last contacted': day } }] })
    for (const [day, outcome, at] of [
      ['2026-01-05', 'created', '2026-01-05'],
      ['2026-02-06', 'updated', '2026-02-06'],
      ['2026-01-07', 'skipped', '2026-02-06'],
      ['2099-01-08', 'skipped', '2026-02-06'],
    ] as const) {
      const [row] = (await call(importContacts, ctx, sheet(day))).rows
      expect(row).toMatchObject({ outcome, left: day < '2099' ? [] : [{ field: 'lastContactedAt' }] })
      const [jane] = (await call(listContacts, ctx, {})).contacts
      expect(jane!.lastContactedAt!.slice(0, 10)).toBe(at)
    }
  })

  test('keeps one person of one company who writes from two addresses', async () => {
    const ctx = as(core(), await aUser(core()))
    for (const Email of ['jane@acme.example', 'jane.doe@gmail.com'])
      await call(importContacts, ctx, { rows: [{ values: { Name: 'Jane Doe', Email, Company: 'Acme' } }] })
    expect((await call(listContacts, ctx, {})).contacts.map(({ email }) => email)).toEqual([
      'jane.doe@gmail.com',
    ])
  })

  test('keeps what a contact does not hold in the notes, and the row goes through', async () => {
    const ctx = as(core(), await aUser(core()))
    const [phone, name] = ['+49 170 1234567 '.repeat(4).trim(), `Jane ${'Abcdefghij '.repeat(20).trim()}`]
    const long = { Company: 'Acme', Role: 'Chef', Contact: 'Jane Doe', 'Contact Phone': phone }
    const strange = { Company: 'Globex', Role: 'Chef', Recruiter: 'Max Roe (Hays)', 'Hiring Manager': name }
    const { rows: done } = await call(importJobs, ctx, { rows: [{ values: long }, { values: strange }] })
    expect(done.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    const notes = await Promise.all(done.map(async ({ id }) => (await call(getJob, ctx, { id: id! })).notes))
    expect(notes).toEqual([`Contact phone: ${phone}`, `Hiring manager: ${name}\nRecruiter: Max Roe (Hays)`])
    expect(done[1]!.left.map(({ text }) => text)).toEqual([name, 'Max Roe (Hays)'])
    const { contacts } = await call(listContacts, ctx, {})
    expect(contacts.map((one) => [one.name, one.phone, one.company]).sort()).toEqual([
      ['Jane Doe', null, 'Acme'],
      ['Max Roe', null, null],
    ])
  })

  test('links a contact to no more jobs than one may have, and says so', async () => {
    const ctx = as(core(), await aUser(core()))
    const many = Array.from({ length: 102 }, (_, at) => ({
      values: { Company: `Firm ${at}`, Role: 'Chef', Recruiter: 'Jane Doe' },
    }))
    const report = await call(importJobs, ctx, { rows: many })
    expect(report.created).toBe(102)
    const unlinked = report.rows.filter(({ reason }) => reason?.includes('this one is not linked'))
    expect(unlinked.map(({ reason }) => reason)).toEqual(
      Array(2).fill('The contact Jane Doe has 100 jobs already; this one is not linked.'),
    )
    const { contacts } = await call(listContacts, ctx, {})
    expect(contacts.map(({ jobIds }) => jobIds.length)).toEqual([100])
  })

  test('says that several contacts have the name of a person, and links none of them', async () => {
    const ctx = as(core(), await aUser(core()))
    const [one] = [await call(addContact, ctx, { name: 'Ina Klein', email: 'ina1@gmail.com' })]
    await call(addContact, ctx, { name: 'Ina Klein', email: 'ina2@gmail.com' })
    const row = { Company: 'Acme', Role: 'Chef', 'Hiring Manager': 'Ina Klein' }
    const first = await call(importJobs, ctx, { rows: [{ values: row }] })
    expect(first.rows[0]!.reason).toBe('Several contacts are called Ina Klein; none is linked.')
    const again = await call(importJobs, ctx, { rows: [{ values: row }] })
    expect(again.rows[0]).toMatchObject({ outcome: 'skipped' })
    const { contacts } = await call(listContacts, ctx, {})
    expect(contacts.map(({ jobIds }) => jobIds)).toEqual([[], []])
    await call(updateContact, ctx, { id: one!.id, jobIds: [first.rows[0]!.id!] })
    const third = await call(importJobs, ctx, { rows: [{ values: row }] })
    expect(third.rows[0]!.reason).not.toContain('Several')
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
