// Compiles the ladders of companies, so that "Google L5" and "Amazon SDE III" are the level that the company means.
import { EXPERIENCES } from './experience.ts'
import { plainText } from './plain.ts'

type Row = readonly string[]

/** Rows `company, rung, level` in plain words: each code and each title of a company's ladders. */
export function* ladderRows(source: { rows(table: string): Iterable<Row> }): Generator<Row> {
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

/** "Block (Square)" goes by both names. */
const namesOf = (company: string): string[] => company.split(/[()]/).map(plainText).filter(Boolean)
