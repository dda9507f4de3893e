// A model cannot raise how many records a search of the chat gives it.
import { expect, test } from 'vitest'
import { TOOLS, toolsCalling, writes } from '../../../core/scout/tools.ts'
import type { Context } from '../../../core/kernel/context.ts'

const searches = TOOLS.filter((tool) => !writes(tool)).map(({ name }) => name)

test.each(searches)('%s finds ten, whatever limit the model says', async (name) => {
  const inputs: unknown[] = []
  const perform = async (_: unknown, input: unknown) => inputs.push(input)
  const { log, requestId } = { requestId: 'r' } as unknown as Context
  const tools = toolsCalling(perform, () => Promise.reject(new Error()), { only: 'all' }, { log, requestId })
  await tools.find((tool) => tool.name === name)!.run({ query: 'acme', limit: 100 }, 'call')
  expect(inputs).toEqual([{ q: 'acme', limit: 10 }])
})
