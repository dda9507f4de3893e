import { describe, expect, test } from 'vitest'
import { addActivity, listActivities } from '../../../core/activities/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { addEvent, listEvents } from '../../../core/calendar/operations.ts'
import {
  addContact,
  getContact,
  listContacts,
  mergeContact,
  removeContact,
  updateContact,
} from '../../../core/contacts/operations.ts'
import { matchKeysOf } from '../../../core/contacts/import/to-contact.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))

test('a profile is the same with the query that LinkedIn puts after its last slash', () => {
  const keysOf = (path: string) =>
    matchKeysOf({ name: 'Jane', linkedinUrl: `https://www.linkedin.com/in/${path}` })
  expect(keysOf('jane/?originalSubdomain=de')).toEqual(keysOf('jane'))
  expect(keysOf('jane//#about')).toEqual(keysOf('jane'))
})

describe('contacts', () => {
  test('a contact is linked to each job once, and the jobs list it', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const contact = await call(addContact, ctx, {
      name: ' Jane Doe ',
      email: 'jane@acme.example',
      tags: ['warm', 'warm '],
      jobIds: [job.id, job.id.toUpperCase()],
    })
    expect(contact).toMatchObject({ name: 'Jane Doe', type: 'other', tags: ['warm'], jobIds: [job.id] })
    expect(await call(getContact, ctx, { id: contact.id })).toEqual(contact)
    expect((await call(getJob, ctx, { id: job.id })).contactIds).toEqual([contact.id])
  })

  test('a change keeps omitted fields, null clears, and jobIds replaces the links', async () => {
    const ctx = await me()
    const [one, two] = await Promise.all(
      ['One', 'Two'].map((company) => call(addJob, ctx, { company, role: 'Engineer' })),
    )
    const contact = await call(addContact, ctx, {
      name: 'Jane',
      title: 'CTO',
      phone: '+1 555',
      tags: ['a'],
      jobIds: [one!.id],
    })
    const changed = await call(updateContact, ctx, { id: contact.id, title: null, jobIds: [two!.id] })
    expect(changed).toMatchObject({
      name: 'Jane',
      title: null,
      phone: '+1 555',
      tags: ['a'],
      jobIds: [two!.id],
    })
    const cleared = await call(updateContact, ctx, { id: contact.id, phone: '', tags: null, jobIds: null })
    expect(cleared).toMatchObject({ phone: null, tags: [], jobIds: [] })
    expect(await call(getContact, ctx, { id: contact.id })).toEqual(cleared)
  })

  test('an empty change changes nothing and is not audited', async () => {
    const ctx = await me()
    const contact = await call(addContact, ctx, { name: 'Jane' })
    expect(await call(updateContact, ctx, { id: contact.id })).toEqual(contact)
    const rows = await ctx.sql`select operation from audit_log where user_id = ${ctx.principal.userId}`
    expect([...rows]).toEqual([{ operation: 'contacts.create' }])
  })

  test('deleting unlinks from jobs, keeps activities and events, and audits what was removed', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const contact = await call(addContact, ctx, { name: 'Jane', jobIds: [job.id] })
    const fields = { contactId: contact.id, jobId: job.id }
    const activity = await call(addActivity, ctx, { ...fields, title: 'Met' })
    const event = await call(addEvent, ctx, { ...fields, title: 'Talk', startsAt: '2100-01-01T10:00:00Z' })

    expect(await call(removeContact, ctx, { id: contact.id })).toEqual({ deleted: true, id: contact.id })
    expect((await call(getJob, ctx, { id: job.id })).contactIds).toEqual([])
    expect((await call(listActivities, ctx, {})).activities).toEqual([
      { ...activity, contactId: null, updatedAt: expect.any(String) as string },
    ])
    expect((await call(listEvents, ctx, {})).events).toEqual([
      { ...event, contactId: null, updatedAt: expect.any(String) as string },
    ])

    const [audit] = await ctx.sql`
      select changes from audit_log where user_id = ${ctx.principal.userId} and operation = 'contacts.delete'`
    const keptEvent = { ...event, createdAt: expect.any(String) as string }
    expect(audit!['changes']).toEqual([
      { noun: 'activity', id: activity.id, before: activity, after: { ...activity, contactId: null } },
      { noun: 'event', id: event.id, before: keptEvent, after: { ...keptEvent, contactId: null } },
      { noun: 'contact', id: contact.id, before: contact, after: null },
    ])
    const events = await ctx.sql<{ payload: string }[]>`
      select payload from outbox_events
      where user_id = ${ctx.principal.userId} and name = 'contact.deleted'`
    expect(JSON.parse(events[0]!.payload)).toMatchObject({ data: contact })
  })

  test('another user’s contact and an invalid id are not found', async () => {
    const ctx = await me()
    const stranger = await me()
    const job = await call(addJob, stranger, { company: 'Acme', role: 'Engineer' })
    const { id } = await call(addContact, stranger, { name: 'Jane' })
    const missing = { code: 'contact_not_found' }
    for (const theirs of [id, 'no-id']) {
      await expect(call(getContact, ctx, { id: theirs })).rejects.toMatchObject(missing)
      await expect(call(updateContact, ctx, { id: theirs, name: 'X' })).rejects.toMatchObject(missing)
      await expect(call(removeContact, ctx, { id: theirs })).rejects.toMatchObject(missing)
    }
    const noJob = { code: 'job_not_found' }
    await expect(call(addContact, ctx, { name: 'X', jobIds: [job.id] })).rejects.toMatchObject(noJob)
    expect((await call(listContacts, ctx, {})).total).toBe(0)
  })

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['email', { name: 'x', email: 'jane@acme' }],
    ['email', { name: 'x', email: 'a b@acme.example' }],
    ['email', { name: 'x', email: `${'a'.repeat(310)}@acme.example` }],
    ['phone', { name: 'x', phone: '1'.repeat(51) }],
    ['linkedinUrl', { name: 'x', linkedinUrl: 'x'.repeat(2049) }],
    ['notes', { name: 'x', notes: 'x'.repeat(5001) }],
    ['tags', { name: 'x', tags: Array.from({ length: 11 }, String) }],
    ['type', { name: 'x', type: 'boss' }],
    ['tagz', { name: 'x', tagz: [] }],
  ])('a wrong %s is refused by name', async (path, input) => {
    const refusal = call(addContact, await me(), input as { name: string })
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })

  test('a search matches the beginning of any word of a name, company or address', async () => {
    const ctx = await me()
    await call(addContact, ctx, {
      name: 'Jenny Will',
      company: 'Acme.com',
      email: 'jenny.w@acme-labs.example',
      notes: 'head of talent',
    })
    await call(addContact, ctx, { name: 'Somebody Else' })
    const found = async (q: string) => (await call(listContacts, ctx, { q })).total
    for (const q of ['jen', 'will', 'labs', 'com', 'jenny.w@acme-labs.example', 'head of tal', 'acme jenny'])
      expect([q, await found(q)]).toEqual([q, 1])
    for (const q of ['jenny else', 'enny', '!!']) expect([q, await found(q)]).toEqual([q, 0])
  })

  test('a list is filtered and keeps its order across pages', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    for (const name of ['b', 'C', 'a', 'd'])
      await call(addContact, ctx, { name, type: name === 'a' ? 'peer' : 'referral', tags: [name] })
    const { contacts } = await call(listContacts, ctx, { type: ['peer'] })
    await call(updateContact, ctx, { id: contacts[0]!.id, jobIds: [job.id], company: 'Acme Labs' })
    for (const filter of [{ jobId: job.id }, { tag: 'A' }, { company: 'LABS' }])
      expect((await call(listContacts, ctx, filter)).contacts.map(({ name }) => name)).toEqual(['a'])

    for (const [sort, order] of [
      ['name', ['a', 'b', 'C', 'd']],
      ['-name', ['d', 'C', 'b', 'a']],
      ['-updatedAt', ['a', 'd', 'C', 'b']],
      ['lastContactedAt', ['b', 'C', 'a', 'd']],
    ] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await call(listContacts, ctx, { sort, limit: 3, ...(cursor && { cursor }) })
        seen.push(...page.contacts.map(({ name }) => name))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect([sort, seen]).toEqual([sort, order])
    }
  })
})

describe('two contacts for one person', () => {
  async function twins(ctx: Awaited<ReturnType<typeof me>>) {
    const [one, two] = await Promise.all(
      ['One', 'Two'].map((company) => call(addJob, ctx, { company, role: 'Cook' })),
    )
    const kept = await call(addContact, ctx, {
      name: 'Jane Doe',
      title: 'CTO',
      notes: 'Met in Rome.',
      tags: ['warm'],
      jobIds: [one!.id],
    })
    const other = await call(addContact, ctx, {
      ...{ name: 'J. Doe', title: 'VP', email: 'jane@acme.example', type: 'recruiter' as const },
      ...{ notes: 'Likes sauce.', tags: ['warm', 'rome'], jobIds: [one!.id, two!.id] },
    })
    await call(addActivity, ctx, { type: 'call', title: 'Rang', contactId: other.id })
    await call(addEvent, ctx, { title: 'Lunch', startsAt: '2031-05-06T12:00:00Z', contactId: other.id })
    return { kept, other, jobs: [one!.id, two!.id].sort() }
  }

  test('can be merged: empty fields are filled, and no notes or activities are lost', async () => {
    const ctx = await me()
    const { kept, other, jobs } = await twins(ctx)
    const merged = await call(mergeContact, ctx, { id: kept.id, from: other.id })
    expect(merged).toMatchObject({
      ...{ id: kept.id, name: 'Jane Doe', title: 'CTO', email: 'jane@acme.example', type: 'recruiter' },
      ...{ tags: ['warm', 'rome'], jobIds: jobs },
      notes:
        'Met in Rome.\n\nLikes sauce.\n\nThe entry that was merged into this one said:\nname: J. Doe\ntitle: VP',
    })
    expect(merged.lastContactedAt).not.toBeNull()
    expect(await call(getContact, ctx, { id: kept.id })).toEqual(merged)
    await expect(call(getContact, ctx, { id: other.id })).rejects.toMatchObject({ code: 'contact_not_found' })
    expect((await call(listActivities, ctx, { contactId: kept.id })).total).toBe(1)
    const { events } = await call(listEvents, ctx, { from: '2031-01-01T00:00:00Z' })
    expect(events.map(({ contactId }) => contactId)).toEqual([kept.id])
  })

  test('are separated again by undo, each with its own data', async () => {
    const ctx = await me()
    const { kept, other } = await twins(ctx)
    const before = await Promise.all([kept.id, other.id].map((id) => call(getContact, ctx, { id })))
    await call(mergeContact, ctx, { id: kept.id, from: other.id })
    await call(undoChange, ctx, {})
    const after = await Promise.all([kept.id, other.id].map((id) => call(getContact, ctx, { id })))
    const plain = (contacts: typeof before) => contacts.map(({ updatedAt: _, ...rest }) => rest)
    expect(plain(after)).toEqual(plain(before))
    expect((await call(listActivities, ctx, { contactId: other.id })).total).toBe(1)
  })

  test('are found by ids in capitals, and keep what they have too many of until it is taken away', async () => {
    const ctx = await me()
    const { kept, other } = await twins(ctx)
    await call(updateContact, ctx, { id: kept.id.toUpperCase(), tags: [...'abcdefghij'] })
    const ids = { id: kept.id.toUpperCase(), from: other.id.toUpperCase() }
    const { tags } = await call(mergeContact, ctx, ids)
    expect(tags).toHaveLength(12)
    const fewer = await call(updateContact, ctx, { id: kept.id, tags: tags.slice(1) })
    expect(fewer.tags).toHaveLength(11)
    await expect(call(updateContact, ctx, { id: kept.id, tags })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('cannot be the same contact, and both must exist', async () => {
    const ctx = await me()
    const { kept } = await twins(ctx)
    await expect(call(mergeContact, ctx, { id: kept.id, from: kept.id })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const far = await call(addContact, await me(), { name: 'Somebody else’s' })
    await expect(call(mergeContact, ctx, { id: kept.id, from: far.id })).rejects.toMatchObject({
      code: 'contact_not_found',
    })
  })
})
