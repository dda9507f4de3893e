// `crm chat` at a terminal: answers stream in, changes need confirmation, and Ctrl-C stops an answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import type { Move } from '../model/scripts.ts'
import { startModelServer, type ModelServer } from '../model/server.ts'
import { openApp } from './app-session.ts'
import { crmJson } from './run.ts'

let url = ''
let models: ModelServer
beforeAll(async () => {
  url = (await freshDatabase()).url
  models = await startModelServer()
})
afterAll(() => models.close())

const saying = (text: string, more: Omit<Move, 'say'> = {}): Move => ({ say: () => ({ text }), ...more })
const saves: Move = {
  say: ({ toolResults }) =>
    toolResults.length
      ? { text: 'As you wish.' }
      : { text: 'One moment. ', calls: [{ name: 'save_job', arguments: { company: 'Acme', role: 'Chef' } }] },
}

/** A conversation with a model that makes these moves. */
function open(key: string, ...moves: Move[]) {
  models.play(key, ...moves)
  const env = { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: key }
  const { type, bytes, child, ended } = openApp({ columns: 40, rows: 24 }, { url, env }, [], 'chat')
  let seen = 0
  /** Waits for a text after the last one. */
  const until = async (text: string) => {
    await expect.poll(() => bytes().indexOf(text, seen)).toBeGreaterThanOrEqual(0)
    seen = bytes().indexOf(text, seen) + text.length
  }
  const leave = async () => {
    await until('› ')
    type('\n')
    expect(await ended).toBe(0)
  }
  return { type, until, leave, bytes, child, ended }
}

test('an answer streams in below the question, and the next question has both', async () => {
  const { type, until, leave } = open('history', saying('Call Acme.'))
  await until('Ask Scout about your search.')
  await until('› ')
  type('What now?\n')
  await until('Call Acme.\n')
  await until('› ')
  type('Why?\n')
  await until('Call Acme.\n')
  await leave()
  const last = models.asked.filter(({ key }) => key === 'history').at(-1)!
  const said = JSON.stringify(last.body)
  expect(said.indexOf('What now?')).toBeLessThan(said.indexOf('Call Acme.'))
  expect(said.indexOf('Call Acme.')).toBeLessThan(said.indexOf('Why?'))
})

test.each([
  ['y', 1],
  ['n', 0],
])('a change is shown and waits for confirmation: %s', async (answer, total) => {
  const { type, until, leave } = open(`approve ${answer}`, saves)
  await until('› ')
  type('Save it\n')
  await until('· save job: company Acme, role Chef')
  await until('Do it? [y/N]')
  expect((await crmJson(['jobs', 'list', '--json'], { url })).body.total).toBe(0)
  type(`${answer}\n`)
  await until('As you wish.')
  await leave()
  expect((await crmJson(['jobs', 'list', '--json'], { url })).body.total).toBe(total)
  if (total) await crmJson(['undo', '--json'], { url })
})

test('Ctrl-C stops the answer and leaves the chat open, and at the prompt it ends the chat', async () => {
  const { type, until, child, ended } = open(
    'stop',
    saying('Well, that takes long. '.repeat(40), { paceMs: 50 }),
  )
  await until('› ')
  type('Tell me\n')
  await until('Well,')
  child.kill('SIGINT')
  await until('Stopped.')
  await until('› ')
  type('\u0003')
  expect(await ended).toBe(130)
})

test('a failure is shown, and the question can be sent again', async () => {
  const { type, until, leave } = open('failure', { status: 400, raw: '{}' }, saying('Here I am.'))
  await until('› ')
  type('Hello\n')
  await until('could not answer')
  await until('› ')
  type('Hello\n')
  await until('Here I am.')
  await leave()
})

test('words are not broken at the edge, and nothing of the model controls the terminal', async () => {
  const answer = `a\u001b[2Jb\u0007c\u202ed ${'several words of many lengths '.repeat(6)}`
  const { type, until, leave, bytes } = open('wide', saying(answer))
  await until('› ')
  type('Go on\n')
  await until('lengths \n')
  await leave()
  const [, shown = ''] = /Go on[^\n]*\n([\s\S]*lengths) \n/.exec(bytes()) ?? []
  expect(shown).toMatch(/^a\S*b\S*c\S*d several words/)
  expect(shown).not.toMatch(/[\u0007\u001b\u202e]/)
  const lines = shown.split('\n')
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) expect(line.trimEnd().length).toBeLessThanOrEqual(40)
  expect(lines.join('')).toContain('several words of many lengths several words of many lengths several')
})

test('a pasted text of several lines is one question', async () => {
  const { type, until, leave } = open('paste', saying('A good one.'))
  await until('› ')
  type('Is this a good posting?\nChef in Bergen\n\n60 hours a week\n')
  await until('A good one.')
  await leave()
  const asked = models.asked.filter(({ key }) => key === 'paste')
  expect(asked).toHaveLength(1)
  expect(asked[0]!.text).toContain('Is this a good posting? Chef in Bergen  60 hours a week')
})
