// No caller gets another's response: concurrent calls of several users, all with the same id.
import { expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

const gateway = useGateway({}, unlimited)
const PEOPLE = 7
const CALLS = 1_400
const AT_ONCE = 32

test(`${CALLS} overlapping calls with one id and ${PEOPLE} tokens each get their own answer`, async () => {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const me = agent(gateway(), await gateway().caller())
      await me.call('save_job', { company: `Company${n}`, role: 'Chef' })
      return me
    }),
  )
  const wrong: string[] = []
  let next = 0
  const worker = async () => {
    for (let n = next++; n < CALLS; n = next++) {
      const who = n % PEOPLE
      const { text } = await people[who]!.call(
        n % 3 ? 'search_jobs' : 'get_job',
        n % 3 ? {} : { id: 'company' },
      )
      if (!text.includes(`Company${who} — Chef`)) wrong.push(text)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(wrong).toEqual([])
})
