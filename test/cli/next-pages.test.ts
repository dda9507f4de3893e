// Suggestions beyond the first page, in crm next and in the Today view, over a client that answers from memory.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ofToday } from '../../cli/commands/app-items.ts'
import { commands as next } from '../../cli/commands/next.ts'
import { named, runWith } from './fake-client.ts'

const SUGGESTED = ['one', 'two'].map((id) => ({
  ...{ id, kind: 'ask', jobId: id, contactId: null, title: `Ask ${id}`, reason: 'It is quiet.' },
  ...{ action: { tool: 'jobs.get', arguments: { id } }, dueAt: '2026-12-04T10:00:00.000Z', priority: 'low' },
}))
/** Two pages of suggestions, and one that was counted but not read. */
const paged = ({ cursor }: Record<string, unknown>) => ({
  ...{ suggestions: cursor ? SUGGESTED.slice(1) : SUGGESTED.slice(0, 1) },
  ...{ nextCursor: cursor ? null : 'more', total: 3 },
})

test('crm next finds a suggestion beyond the first page, and --all shows all and says of how many', async () => {
  const answers = { 'suggestions.list': paged }
  const { run, said } = runWith(answers, { args: ['two'] })
  await named(next, 'next').run(run)
  expect(said[0]).toContain('Ask two. It is quiet.')
  const all = runWith(answers, { options: { all: true } })
  Object.assign(all.run.out, { look: { isTerminal: true, width: 80 } })
  Object.assign(all.run.config, { home: join(import.meta.filename, 'no folder') })
  await named(next, 'next').run(all.run)
  expect(all.said.join('\n')).toMatch(/Ask one[^]*Ask two[^]*2 of 3 shown\. Do one/)
})

test('the Today view says how many suggestions it leaves out', () => {
  const entries = { events: [], eventsTotal: 0, due: [], nextSteps: [], waiting: { total: 0, jobs: [] } }
  const { suggestions, total } = paged({ cursor: 'more' })
  const times = { dateOf: String, whenOf: String, agoOf: String }
  const items = ofToday({ suggestions, total } as never, entries, new Map(), times)
  expect(items.map(({ section, title }) => [section, title])).toEqual([
    ['Needs attention (1 of 3)', 'Ask two'],
  ])
})
