// An agent without prior knowledge, given only “triage my pipeline and schedule my follow-ups”, succeeds with
// the tools' own text. It knows no tool or argument name: it follows instructions, schemas, results and
// errors.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { transaction } from '../../../../core/database/transaction.ts'
import { createJob } from '../../../../core/jobs/changes.ts'
import { DAY_MS, isoOf } from '../../../../core/kernel/clock.ts'
import { as, unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { PATH } from './agent.ts'

const gateway = useGateway({}, unlimited)

/** An argument in a tool's schema. */
type Fields = Record<string, { enum?: string[]; description?: string }>

/** The official client, with only a token. */
async function connected(token: string) {
  const client = new Client({ name: 'a stranger’s agent', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), { requestInit })
  await client.connect(transport as Parameters<Client['connect']>[0])
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return { text: (content as { text: string }[])[0]!.text, isError: isError === true }
  }
  return { client, call }
}

test('a pipeline can be triaged and its follow-ups scheduled from the tools’ text alone', async () => {
  const caller = await gateway().caller()
  const now = gateway().core.services.clock.now()
  const ago = (days: number) => isoOf(now - days * DAY_MS)
  for (const [company, days] of [
    ['Acme', 15],
    ['Globex', 12],
    ['Initech', 60],
  ] as const)
    await transaction(as(gateway().core, caller.principal), (tx) =>
      createJob(tx, { company, role: 'Engineer' }, [{ status: 'applied', at: ago(days) }]),
    )
  const { client, call } = await connected(caller.token)

  // 1. Read the instructions.
  const instructions = client.getInstructions()!
  const { tools } = await client.listTools()
  const isTool = (word: string) => tools.some(({ name }) => name === word)
  const named = (text: string): string[] =>
    [...text.matchAll(/[a-z]+_[a-z_]+/g)].map(([word]) => word).filter(isTool)

  // 2. Start where the instructions say; everything they name exists.
  const [first, second] = named(/Begin with [^.]*\./.exec(instructions)![0])
  const overview = await call(first!)
  expect(overview.text).toContain('Needs attention')
  const suggested = await call(second!)

  // 3. Find the tool that plans something: its description says so, and list_suggestions names it.
  const lister = tools.find(({ name }) => name === second)!
  const planner = tools.find(
    ({ name, description }) => named(lister.description!).includes(name) && /^Plans/.test(description!),
  )!
  const fields = planner.inputSchema.properties as Fields
  const kinds = Object.entries(fields).find(([, { enum: words }]) => words?.includes('follow-up'))!
  const when = planner.inputSchema.required!.find((name) => /words/.test(fields[name]!.description ?? ''))!
  const title = planner.inputSchema.required!.find((name) => name !== when)!

  // 4. Do what each suggestion says, or plan it: jobs are closed now, follow-ups get a date.
  const lines = suggested.text.split('\n').filter((line) => line.includes(' Then '))
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    const [, tool, args] = / Then (\w+) (\{.*\})$/.exec(line)!
    const wanted = JSON.parse(args!) as { jobId?: string }
    const result = line.includes('Follow up')
      ? await call(planner.name, {
          [title]: 'Follow up',
          [kinds[0]]: 'follow-up',
          [when]: 'tomorrow 10am',
          ...(wanted.jobId && { jobId: wanted.jobId }),
        })
      : await call(tool!, wanted)
    expect(result.isError, result.text).toBe(false)
  }

  // 5. The result: nothing needs attention, and the calendar has the follow-ups.
  expect((await call(first!)).text).toContain('Nothing needs attention')
  const events = tools.find(({ name, annotations }) => annotations!.readOnlyHint && /event/.test(name))!
  expect((await call(events.name)).text.match(/follow-up: Follow up/g)).toHaveLength(2)
  await client.close()
})

test('every name in the texts exists: tools, arguments, and calls in prompts', async () => {
  const { client, call } = await connected((await gateway().caller()).token)
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  const fields = new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))
  const known = (word: string) => names.includes(word) || fields.has(word)
  const { prompts } = await client.listPrompts()
  const asked = await Promise.all(
    prompts.map(({ name }) => client.getPrompt({ name, arguments: { job: 'acme', contact: 'jane' } })),
  )
  const texts = [
    client.getInstructions()!.replace(/Not granted here: .*/s, ''),
    ...tools.map(({ description }) => description!),
    ...asked.flatMap(({ messages }) => messages.map(({ content }) => (content as { text: string }).text)),
  ]
  for (const text of texts)
    for (const [word] of text.matchAll(/\b[a-z]+_[a-z_]+\b/g))
      expect(known(word), `${word} in: ${text}`).toBe(true)
  // A tool without required arguments works without any.
  for (const { name, inputSchema, annotations } of tools)
    if (annotations!.readOnlyHint && !inputSchema.required?.length)
      expect((await call(name)).isError).toBe(false)
  await client.close()
})
