// Text alone suffices: for every tool, what the structured content holds stands in the text too.
import { beforeAll, expect, inject, test } from 'vitest'
import { ALL_TOOLS } from '../../../../gateway/mcp/pipeline/tools.ts'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent, type Agent, type Told } from './agent.ts'
import { CALLS } from './calls.ts'

const [host = '', port] = inject('boardsAddress').split(':')
const gateway = useGateway({ hostMap: { '*.greenhouse.io': { host, port: Number(port) } } }, unlimited)

let me: Agent
const told: { name: string; result: Told }[] = []
beforeAll(async () => {
  const caller = await gateway().caller()
  me = await agent(gateway(), caller).inSession()
  const mail = (n: number) =>
    `From: Globex Careers <careers@globex${n}.example>\r\nMessage-ID: <${n}@globex.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Cook position.\r\n`
  for (const n of [1, 2])
    await caller.send('POST', '/api/mcp/inbox/scan', mail(n), { 'content-type': 'message/rfc822' })
  const tell = async (name: string, args: object) => {
    const result = await me.call(name, { ...args })
    expect(result.isError, `${name}: ${result.text}`).toBe(false)
    told.push({ name, result })
  }
  for (const [name, args] of CALLS) await tell(name, args)
  for (const name of ['accept_inbox', 'reject_inbox'])
    await tell(name, { ids: [(await me.call('list_inbox')).structure.proposals[0].id] })
})

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** What the text leaves out on purpose, and why that is no loss. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  untrusted: 'names the fields that hold foreign text; in the text markers stand around it',
  'watch.createdAt': 'is now',
  'watch.updatedAt': 'is now',
  'watch.nextAt': 'is for the worker that reads boards',
  'watch.id': 'no tool takes it',
  'postings[].firstSeenAt': 'is the order of the rows',
  'posting.firstSeenAt': 'is the order of the rows',
  'undone[].at': 'is of the change that is no more',
  'undone[].id': 'is of the change that is no more',
  'confirmation.expiresAt': 'is told as minutes',
  'offers[].years[].total.from': 'is told as the parts with their amounts',
  'offers[].total.from': 'is told as the parts with their amounts',
  'needsAttention[].suggestion': 'is told without the names that begin the line',
  'suggestions[].id': 'is told with the last digits of its record',
  'suggestions[].dueAt': 'is told in the reason; a step without a date has none',
  total: 'is told as none',
}

const DAY_MS = 86_400_000

/** The ways in which the text may say a value. */
function spellings(value: string | number): string[] {
  const text = String(value)
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(text)) return [text, text.slice(-8)]
  if (typeof value === 'number') return [text, value.toLocaleString('en-US'), `${Math.round(value * 100)} %`]
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return [text]
  const days = Math.floor(Date.parse(text) / DAY_MS) - Math.floor(Date.now() / DAY_MS)
  const near = days === 0 ? 'today' : days < 0 ? 'yesterday' : 'tomorrow'
  return [text.slice(0, 10), Math.abs(days) < 2 ? near : days < 0 ? `${-days} days ago` : `in ${days} days`]
}

/** Whether a reason is told once, behind all the terms that it is for: “bonus, equity: not stated”. */
function isToldWithOthers(missing: string, text: string): boolean {
  const [term = '', reason = ''] = plain(missing)
    .replace(/\.$/, '')
    .split(/: (.*)/s)
  const before = text.split(`: ${reason}`).slice(0, -1)
  return before.some((words) => words.split(/[;:]/).at(-1)!.split(/, | /).includes(term))
}

/** Where in a structure there is something that the text does not say. */
function unsaid(value: unknown, text: string, path = ''): string[] {
  const general = path.replace(/\[\d+\]/g, '[]')
  if (value === null || typeof value === 'boolean') return []
  if (Object.hasOwn(LEFT_OUT, general) && (general !== 'total' || value === 0)) return []
  if (Array.isArray(value)) return value.flatMap((each, at) => unsaid(each, text, `${path}[${at}]`))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) =>
      unsaid(inner, text, path ? `${path}.${name}` : name),
    )
  if (typeof value !== 'string' && typeof value !== 'number') return []
  if (general.endsWith('.missing[]') && isToldWithOthers(String(value), text)) return []
  return spellings(value).some((each) => text.includes(plain(each))) ? [] : [`${path} = ${value}`]
}

test('the text of every tool says what its structured content holds', () => {
  const called = new Set(told.map(({ name }) => name))
  const left = ALL_TOOLS.map(({ name }) => name).filter((name) => !called.has(name))
  // Pay tools are tested beside their figures, the assistant with a model; a snooze answers one sentence.
  expect(
    left.filter(
      (name) =>
        !/^(?:analyze|discover|find)_|^list_capabilities$|^ask_assistant$|^snooze_suggestion$/.test(name),
    ),
  ).toEqual([])
  const gaps = told.flatMap(({ name, result }) =>
    unsaid(result.structure, plain(result.text)).map((gap) => `${name}: ${gap}`),
  )
  expect(gaps).toEqual([])
})

test('what is left out on purpose is there to be left out', () => {
  const whole = JSON.stringify(told.map(({ result }) => result.structure))
  for (const path of Object.keys(LEFT_OUT))
    expect(whole, path).toContain(`"${path.split('.').at(-1)!.replace('[]', '')}":`)
})
