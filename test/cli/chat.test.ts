// `crm chat` in a pipe: one question, plain text, and no change without --yes.
import { beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let url = ''
beforeAll(async () => {
  url = (await freshDatabase()).url
})

const keyed = () => ({ url, env: { OPENAI_BASE_URL: inject('modelUrl'), OPENAI_API_KEY: 'terminal' } })

test('the answer is printed to stdout', async () => {
  expect(await crm(['chat', 'What', 'now?'], keyed())).toEqual({
    code: 0,
    stdout: 'Two jobs need you today.\n',
    stderr: '',
  })
})

test('a question is read from stdin', async () => {
  const { code, body } = await crmJson(['chat', '-', '--json'], { ...keyed(), stdin: 'What now?' })
  expect([code, body]).toEqual([0, { content: 'Two jobs need you today.', toolResults: [] }])
})

test('nothing is changed without --yes', async () => {
  const { code, stderr } = await crm(['chat', '--model', 'stub:save', 'Save it'], keyed())
  expect(code).toBe(0)
  expect(stderr).toContain('Not done without --yes: save job: company Acme, role Engineer')
  expect((await crmJson(['jobs', 'list', '--json'], { url })).body.total).toBe(0)
})

test('with --yes the change is made, shown, and can be undone', async () => {
  const { stdout, stderr } = await crm(['chat', '--yes', '--model', 'stub:save', 'Save it'], keyed())
  expect(stdout).toBe('Let me do that.Done.\n')
  expect(stderr).toBe('· save job: company Acme, role Engineer\n  → Acme — Engineer — saved\n')
  expect((await crm(['undo'], { url })).code).toBe(0)
  expect((await crmJson(['jobs', 'list', '--json'], { url })).body.total).toBe(0)
})

test.each(['500', 'cut'])('a provider failure fails the command (%s)', async (failure) => {
  const { code, body } = await crmJson(
    ['chat', '--model', `stub:${failure}`, '--json', '--', 'Hello'],
    keyed(),
  )
  expect([code, body.error.code]).toEqual([6, 'AI_PROVIDER_ERROR'])
})
