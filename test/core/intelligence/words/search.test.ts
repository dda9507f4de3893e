// What a search of titles finds, on the shipped tables.
import { describe, expect, it } from 'vitest'
import { searchRoles } from '../../../../core/intelligence/words/search.ts'
import { hardQueries, measure } from '../../../bench/search.ts'
import { refusal, shippedWords } from './book.ts'

const book = shippedWords()

describe('search', () => {
  const slugsOf = (query: string) => searchRoles(book, query, { limit: 50 }).data.map(({ slug }) => slug)

  it('finds every role whose title has the words, each once, over its pages, best first', () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = searchRoles(book, 'engineer', { limit: 50, cursor })
      found.push(...page.data.map(({ slug }) => slug))
      expect(page.data.length).toBeLessThanOrEqual(50)
      cursor = page.next_cursor ?? undefined
      if (!cursor) expect(page.total).toBe(found.length)
    } while (cursor)
    const titled = [...book.rows('roles')].filter(
      ([slug = '', title = '']) => /\bengineer\b/i.test(title) && !book.get('former_roles', slug),
    )
    expect(titled.length).toBeGreaterThan(250)
    expect(titled.filter(([slug = '']) => !found.includes(slug))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
    expect(found[0]).toBe('software-engineer')
  })

  it('knows other names, typos, and words that are only begun', () => {
    expect(slugsOf('rn')[0]).toBe('registered-nurse')
    expect(slugsOf('sr sofware enginer')[0]).toBe('software-engineer')
    expect(slugsOf('machine lear')).toContain('machine-learning-engineer')
    expect(slugsOf('lawyer')[0]).toBe('lawyer')
    expect(slugsOf('pm')).toContain('project-manager')
    expect(slugsOf('qwerty')).toEqual([])
    expect(slugsOf('customer success')[0]).toBe('customer-success-specialist')
    expect(slugsOf('customer service guy')[0]).toBe('customer-service-manager')
    expect(slugsOf('some kind of nurse')[0]).toBe('registered-nurse')
  })

  it('hard queries find their role: 90 % at first place, 95 % within five', () => {
    const all = measure(book, hardQueries(book, 16)).tallies.get('all') ?? { asked: 1, first: 0, five: 0 }
    expect(all.asked).toBeGreaterThan(700)
    expect(all.first / all.asked).toBeGreaterThanOrEqual(0.9)
    expect(all.five / all.asked).toBeGreaterThanOrEqual(0.95)
  })

  it('refuses a cursor that it did not give', () => {
    expect(refusal(() => searchRoles(book, 'engineer', { limit: 5, cursor: 'bm9uZQ' }))?.code).toBe(
      'invalid_cursor',
    )
  })
})
