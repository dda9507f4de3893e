// A stranger's agent, told only “triage my pipeline and schedule my follow-ups”, gets there by the tools' own words. It
// knows no name and no argument of ours: it follows what instructions, schemas, answers and refusals say.
import { expect, test } from 'vitest'
import { transaction } from '../../../../core/database/transaction.ts'
import { createJob } from '../../../../core/jobs/changes.ts'
import { DAY_MS, isoOf } from '../../../../core/kernel/clock.ts'
import { as, unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './asking.ts'

const gateway = useGateway({}, unlimited)

interface Listed {
  name: string
  description: string
  annotations: { readOnlyHint: boolean }
  inputSchema: { required?: string[]; properties: Record<string, { enum?: string[]; description?: string }> }
}

test('a pipeline is triaged and its follow-ups are scheduled by following the tools’ words', async () => {
  const caller = await gateway().caller()
  const now = gateway().core.services.clock.now()
  const ago = (days: number) => isoOf(now - days * DAY_MS)
  for (const [company, days] of [
    ['Acme', 15],
    ['Globex', 12],
    ['Initech', 60],
  ] as const)
    // prettier-ignore
    await transaction(as(gateway().core, caller.principal), (tx) =>
      createJob(tx, { company, role: 'Engineer' }, [{ status: 'applied', at: ago(days) }]),
    )
  const me = agent(gateway(), caller)

  // 1. What am I given?
  const { instructions } = (await me.rpc('initialize', { protocolVersion: '2025-11-25' })).body.result
  const tools = (await me.rpc('tools/list')).body.result.tools as Listed[]
  const isTool = (word: string) => tools.some(({ name }) => name === word)
  const named = (text: string): string[] =>
    [...text.matchAll(/[a-z]+_[a-z_]+/g)].map(([word]) => word).filter(isTool)

  // 2. Begin where the instructions say; nothing that it names is missing.
  const [first, second] = named(/Begin with [^.]*\./.exec(instructions as string)![0])
  const overview = await me.call(first!)
  expect(overview.text).toContain('Needs attention')
  const suggested = await me.call(second!)

  // 3. Which of the tools plans something? Its description says so, and the one that lists suggestions names it.
  const lister = tools.find(({ name }) => name === second)!
  const planner = tools.find(
    ({ name, description }) => named(lister.description).includes(name) && /^Plans/.test(description),
  )!
  const kinds = Object.entries(planner.inputSchema.properties).find(([, { enum: words }]) =>
    words?.includes('follow-up'),
  )!
  const when = planner.inputSchema.required!.find((name) => /words/.test(planner.inputSchema.properties[name]!.description ?? ''))! // prettier-ignore
  const title = planner.inputSchema.required!.find((name) => name !== when)!

  // 4. Do what each line says, or plan it: letting go is done now, a follow-up is put on a date.
  const lines = suggested.text.split('\n').filter((line) => line.includes(' Then '))
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    const [, tool, args] = / Then (\w+) (\{.*\}) \(/.exec(line)!
    const call = JSON.parse(args!) as { jobId?: string }
    const result = line.includes('Follow up')
      ? await me.call(planner.name, {
          [title]: 'Follow up',
          [kinds[0]]: 'follow-up',
          [when]: 'tomorrow 10am',
          ...(call.jobId && { jobId: call.jobId }),
        })
      : await me.call(tool!, call)
    expect(result.isError, result.text).toBe(false)
  }

  // 5. It is done: nothing needs attention, and the calendar has the follow-ups.
  expect((await me.call(first!)).text).toContain('Nothing needs attention')
  const events = tools.find(({ name, annotations }) => annotations.readOnlyHint && /event/.test(name))!
  expect((await me.call(events.name)).text.match(/follow-up: Follow up/g)).toHaveLength(2)
})
