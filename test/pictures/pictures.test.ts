// The pictures of the README and the guide show what the program shows now.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { FOLDER, takePictures } from './pictures.ts'

let database: TestDatabase
const home = mkdtempSync(join(tmpdir(), 'crm-pictures-'))
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

/** The text of a picture, line by line; figures of pay are those of the data, which change without the program. */
const textOf = (name: string, svg: string): string[] => {
  const lines = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)]
    .map(([, text = '']) => text)
    // A slow machine says so.
    .filter((text) => text !== 'Waiting for the database.')
  return name === 'salary' ? lines.map((line) => line.replace(/[▁-█◆─┃├┤\d\s.,&#;]+/g, ' ')) : lines
}

test('each picture is what the program prints: npm run pictures takes them anew', async () => {
  const taken = await takePictures({ home, url: database.url })
  expect(readdirSync(FOLDER).sort()).toEqual(
    Object.keys(taken)
      .map((name) => `${name}.svg`)
      .sort(),
  )
  for (const [name, svg] of Object.entries(taken)) {
    const kept = readFileSync(join(FOLDER, `${name}.svg`), 'utf8')
    expect(textOf(name, svg), name).toEqual(textOf(name, kept))
    expect(kept).not.toMatch(/<script|href=|url\(/)
  }
})
