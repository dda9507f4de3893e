// Public surfaces change only deliberately.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { PIPELINE_TOOLS } from '../../gateway/mcp/pipeline/tools.ts'
import { changedLines } from './changed-lines.ts'
import { SURFACES } from './surfaces.ts'

test.each(Object.entries(SURFACES).map(([file, make]) => ({ name: basename(file), file, make })))(
  '$name matches the code',
  async ({ file, make }) => {
    expect(await make(), 'Run `npm run surface` and review the difference.').toBe(readFileSync(file, 'utf8'))
  },
)

test('the page for agents names every tool', () => {
  const page = readFileSync('docs/agents.md', 'utf8')
  const missing = PIPELINE_TOOLS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))
  expect(missing, 'Add a row to the table of tools in docs/agents.md.').toEqual([])
})

test('a difference shows removed and added lines, and where', () => {
  expect(changedLines('a\nb\nc\nd', 'a\nx\ny\nd')).toBe('@ line 2\n- b\n- c\n+ x\n+ y')
  expect(changedLines('a\nb', 'a\nb\nc')).toBe('@ line 3\n+ c')
})
