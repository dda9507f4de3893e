// The text of a posting stays with its job: also through a merge, and back by one undo.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoChange } from '../../../core/audit/operations.ts'
import { addJob, addPosting, mergeJob } from '../../../core/jobs/operations.ts'
import { getPosting } from '../../../core/jobs/queries.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../../harness.ts'

let core: TestCore
beforeAll(async () => {
  core = await openTestCore()
})
afterAll(() => core.close())

test('a merged job keeps the texts of both, and one undo gives each its own back', async () => {
  const ctx = as(core, await aUser(core))
  const [kept, other] = [
    await call(addJob, ctx, { company: 'Acme', role: 'Clerk' }),
    await call(addJob, ctx, { company: 'Acme', role: 'Clerk, Books' }),
  ]
  await call(addPosting, ctx, { id: kept.id, text: 'Keep the books.', origin: 'clip' })
  await call(addPosting, ctx, { id: other.id, text: 'Keep the books, and the peace.', origin: 'page' })
  await call(mergeJob, ctx, { id: kept.id, from: other.id })
  const texts = async (id: string) => {
    const { text, earlier } = await call(getPosting, ctx, { id })
    return [text, ...earlier.map((each) => each.text)].sort()
  }
  expect(await texts(kept.id)).toEqual(['Keep the books, and the peace.', 'Keep the books.'])
  await call(undoChange, ctx, {})
  expect(await texts(kept.id)).toEqual(['Keep the books.'])
  expect(await texts(other.id)).toEqual(['Keep the books, and the peace.'])
})
