// The limits of the salary API count per account: more keys are not more requests.
import { expect, test } from 'vitest'
import { addKey } from '../../../core/identity/operations.ts'
import { as, call } from '../../harness.ts'
import { useGateway } from '../harness.ts'
import { BASE, keyHolder } from './key-holder.ts'

const gateway = useGateway()

test('ten keys of one account share its sixty requests a minute and its month', async () => {
  const { core, request } = gateway()
  const holder = await keyHolder(gateway(), 'free')
  const more = Array.from({ length: 9 }, (_, n) =>
    call(addKey, as(core, holder.principal), { name: `key ${n}` }),
  )
  const keys = [holder.key, ...(await Promise.all(more)).map(({ key }) => String(key))]
  const ask = (n: number) =>
    request('GET', `${BASE}/usage`, { headers: { authorization: `Bearer ${keys[n % 10]}` } })
  const answers = []
  for (let n = 0; n < 70; n += 1) answers.push(await ask(n))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(answers[59]!.body.data).toMatchObject({ minute: { remaining: 0 }, month: { remaining: 940 } })
})
