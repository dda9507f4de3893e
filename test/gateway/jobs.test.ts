import { describe, expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway()

describe('jobs over HTTP', () => {
  test('a job can be added, read, changed, moved, found and deleted', async () => {
    const me = await gateway().caller()
    const added = await me.send('POST', '/api/mcp/jobs', {
      company: 'Acme',
      role: 'Engineer',
      salary: '$180k–220k',
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      company: 'Acme',
      status: 'saved',
      compensation: { min: 180_000, max: 220_000, currency: 'USD', period: 'year' },
    })
    const path = `/api/mcp/jobs/${added.body.id}`
    expect((await me.send('PATCH', path, { notes: 'remote first', salary: null })).body).toMatchObject({
      notes: 'remote first',
      salary: null,
      compensation: null,
      company: 'Acme',
    })
    const moved = await me.send('POST', `${path}/status`, { status: 'interviewing', note: 'onsite' })
    expect(moved.body.status).toBe('interviewing')
    expect((await me.get(path)).body.history.map(({ status }: { status: string }) => status)).toEqual([
      'saved',
      'interviewing',
    ])
    expect((await me.get('/api/mcp/jobs?q=rem&status=interviewing')).body).toMatchObject({ total: 1 })
    expect((await me.send('DELETE', path)).body).toEqual({ deleted: true, id: added.body.id })
    expect((await me.get(path)).status).toBe(404)
  })

  test('a posting that is tracked already is refused, and added on request', async () => {
    const me = await gateway().caller()
    const first = await me.send('POST', '/api/mcp/jobs', {
      company: 'A',
      role: 'B',
      url: 'https://x.example/jobs/71?utm_source=a',
    })
    const posting = { company: 'A', role: 'B', url: 'http://www.x.example/jobs/71' }
    const again = await me.send('POST', '/api/mcp/jobs', posting)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'CONFLICT' })
    expect(again.body.error).toContain(first.body.id)
    const twin = await me.send('POST', '/api/mcp/jobs', { ...posting, allowDuplicate: true })
    expect(twin.status).toBe(201)
    await me.send('POST', '/api/mcp/jobs', { ...posting, url: 'https://x.example/jobs/72' })
    const change = (body: object) => me.send('PATCH', `/api/mcp/jobs/${twin.body.id}`, body)
    expect((await change({ notes: 'x' })).status).toBe(200)
    expect((await change({ url: `${posting.url}?utm_source=x` })).status, 'the same posting').toBe(200)
    expect((await change({ url: 'https://x.example/jobs/72' })).status).toBe(409)
    await me.send('DELETE', `/api/mcp/jobs/${first.body.id}`)
    const third = await me.send('POST', '/api/mcp/jobs', posting)
    expect([third.status, third.body.error]).toEqual([409, expect.stringContaining(twin.body.id)])
    const { body: other } = await me.send('POST', '/api/mcp/jobs', { company: 'Else', role: 'Where' })
    const moved = (more: object) =>
      me.send('PATCH', `/api/mcp/jobs/${other.id}`, { url: posting.url, ...more })
    expect((await moved({})).status, 'a change asks as an addition does').toBe(409)
    expect((await moved({ allowDuplicate: true })).status).toBe(200)
    expect((await moved({})).status, 'the posting that it has').toBe(200)
    expect((await me.send('POST', '/api/mcp/jobs', { ...posting, allowDuplicate: true })).status).toBe(201)
  })

  test('pages have no gaps or repeats, in every order', async () => {
    const me = await gateway().caller()
    for (let n = 0; n < 7; n += 1)
      await me.send('POST', '/api/mcp/jobs', {
        company: `C${n % 3}`,
        role: 'R',
        priority: n % 2 ? 'high' : null,
      })
    const sorts = ['-updatedAt', 'company', '-priority', 'appliedAt', 'role']
    // Filtered lists use different statements than plain ones.
    for (const sort of sorts.flatMap((name) => [name, `${name}&q=r`])) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const more: string = cursor ? `&cursor=${cursor}` : ''
        const { body } = await me.get(`/api/mcp/jobs?limit=3&sort=${sort}${more}`)
        expect(body.total).toBe(7)
        seen.push(...body.jobs.map(({ id }: { id: string }) => id))
        cursor = body.nextCursor
      } while (cursor)
      expect(new Set(seen).size).toBe(7)
      expect(seen).toHaveLength(7)
    }
  })

  test('the next page of a list is found after names of any characters', async () => {
    const me = await gateway().caller()
    // The longest texts of their length in a cursor: four bytes each, and two each as JSON.
    for (const name of ['\u{1f600}', '"']) {
      const text = name.repeat(200)
      await me.send('POST', '/api/mcp/jobs', { company: text, role: 'R' })
      await me.send('POST', '/api/mcp/contacts', { name: text })
    }
    for (const list of [
      'jobs?sort=company',
      'jobs?sort=-company',
      'contacts?sort=name',
      'contacts?sort=-name',
    ]) {
      const first = await me.get(`/api/mcp/${list}&limit=1`)
      const second = await me.get(`/api/mcp/${list}&limit=1&cursor=${first.body.nextCursor}`)
      expect([second.status, second.body.nextCursor], second.text).toEqual([200, null])
    }
  })
})
