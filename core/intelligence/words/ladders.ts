// Finds a company's level in a title: "Google L5 software engineer", "Amazon SDE III", "E5 at Meta".
import { last } from '../../kernel/narrow.ts'
import type { Row } from '../file/layout.ts'
import type { Book, Rows } from './book.ts'
import { experienceOf, EXPERIENCES } from './experience.ts'
import { plainText } from './plain.ts'

const COMPANY_WORDS = 3
const RUNG_WORDS = 5
/** Only a text with a number or a Roman numeral may name a company's level. */
const MAY_HAVE_RUNG = /\d|\b(i{1,3}|iv|v)\b/i

/** The level of a company in a text: the experience that it means, the level as written, and the title without the company. */
export function rungIn(book: Book, text: string) {
  if (!MAY_HAVE_RUNG.test(text)) return null
  const words = plainText(text).split(' ')
  for (const { name, before, after } of runsOf(words, COMPANY_WORDS)) {
    const rungs = new Map([...book.rows('ladders', name)].map(([, rung = '', level = '']) => [rung, level]))
    if (rungs.size === 0) continue
    const others = [...before.filter((word, at) => word !== 'at' || at < before.length - 1), ...after]
    for (const run of runsOf(others, RUNG_WORDS)) {
      const experience = experienceOf(rungs.get(run.name) ?? '')
      if (!experience || !MAY_HAVE_RUNG.test(run.name)) continue
      const isTitle = /[a-z]{4}| /.test(run.name)
      const rest = isTitle ? others : [...run.before.filter((word) => word !== 'level'), ...run.after]
      return { experience, level: last(run.name.split(' ')).toUpperCase(), rest: rest.join(' ') }
    }
  }
  return null
}

/** All sequences of words, the longest first, with the words before and after. */
function runsOf(words: readonly string[], most: number) {
  const runs: { name: string; before: string[]; after: string[] }[] = []
  for (let length = Math.min(most, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++)
      runs.push({
        name: words.slice(at, at + length).join(' '),
        before: words.slice(0, at),
        after: words.slice(at + length),
      })
  return runs
}

/** Rows `company, rung, level` in plain words, one for each code and title of a company's ladder. */
export function* ladderRows(source: Rows): Generator<Row> {
  const seen = new Set<string>()
  for (const [company = '', , , code = '', title = '', generic = ''] of source.rows('levels')) {
    const level = EXPERIENCES[Math.min(EXPERIENCES.length, Number(generic)) - 1]
    if (level === undefined) continue
    for (const name of namesOf(company))
      for (const rung of [...code.split('/'), title.replace(/\(.*?\)/g, '')].map(plainText)) {
        const key = `${name}\t${rung}`
        if (rung === '' || seen.has(key)) continue
        seen.add(key)
        yield [name, rung, level]
      }
  }
}

/** "Block (Square)" is known by both names. */
const namesOf = (company: string): string[] => company.split(/[()]/).map(plainText).filter(Boolean)
