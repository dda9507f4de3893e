// The interactive chat: responses stream in, changes need confirmation, and Ctrl-C stops a response.
import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { TurnEvent } from '../../core/scout/turn.ts'
import { showChat, frameOf, mostUp } from '../../cli/views/chat/chat.tsx'
import type { ChatPort } from '../../cli/views/chat/state.ts'
import { asked, callText, ended, FIRST, heard, resultText } from '../../cli/views/chat/state.ts'

/** A terminal of a given size that records its screen. */
function aTerminal(columns = 60, rows = 12) {
  const shown = new Map<number, string>()
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    write(text: string) {
      for (const [, row, line] of text.matchAll(/\u001b\[(\d+);1H([^\u001b]*)/g))
        shown.set(Number(row), line!)
      return true
    },
  })
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: () => stdin,
    setEncoding: () => stdin,
    pause: () => stdin,
  })
  return {
    terminal: { stdin, stdout, stderr: process.stderr } as unknown as NonNullable<
      Parameters<typeof showChat>[1]
    >,
    screen: () =>
      [...shown.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, line]) => line)
        .join('\n'),
    async type(keys: string) {
      for (const key of keys.length > 1 && !keys.startsWith('\u001b') ? [...keys] : [keys]) {
        stdin.emit('data', key)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}

const done: TurnEvent = { event: 'done', data: {} }
const leave: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const one of leave.splice(0)) await one()
})

function open(talk: ChatPort['talk']) {
  const at = aTerminal()
  const shown = showChat({ port: { talk }, color: false }, at.terminal)
  leave.push(async () => {
    await at.type('\u001b')
    await shown
  })
  return { ...at, shown, until: (text: string) => expect.poll(at.screen).toContain(text) }
}

test('a response streams in beneath the question', async () => {
  const heardMessages: Parameters<ChatPort['talk']>[0]['messages'][] = []
  const { type, until } = open(async function* ({ messages }) {
    heardMessages.push(messages)
    yield { event: 'delta', data: { text: 'Call ' } }
    yield { event: 'delta', data: { text: 'Acme.' } }
    yield done
  })
  await until('Ask Scout')
  await type('What now?\r')
  await until('› What now?')
  await until('  Call Acme.')
  await until('› ▏')
  await type('Why?\r')
  await expect.poll(() => heardMessages.length).toBe(2)
  expect(heardMessages[1]).toEqual([
    { role: 'user', content: 'What now?' },
    { role: 'assistant', content: 'Call Acme.' },
    { role: 'user', content: 'Why?' },
  ])
})

test.each([
  ['y', true],
  ['n', false],
])('a change is shown and waits for confirmation: %s', async (key, expected) => {
  let approved: boolean | undefined
  const { type, until } = open(async function* ({ approve }) {
    approved = await approve({ id: '1', name: 'save_job', input: { company: 'Acme', role: 'Chef' } })
    yield { event: 'delta', data: { text: approved ? 'Saved.' : 'Left alone.' } }
    yield done
  })
  await until('Ask Scout')
  await type('Save it\r')
  await until('save job: company Acme, role Chef  Do it? y/n')
  expect(approved).toBeUndefined()
  await type(key)
  await until(expected ? 'Saved.' : 'Left alone.')
  expect(approved).toBe(expected)
})

test('Ctrl-C stops the response and leaves the chat open', async () => {
  const { type, until } = open(async function* ({ signal }) {
    yield { event: 'delta', data: { text: 'Well, ' } }
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    yield done
  })
  await until('Ask Scout')
  await type('Tell me\r')
  await until('Well,')
  await type('\u0003')
  await until('! Stopped.')
  await until('› ▏')
})

test('a failure is shown, and the question can be sent again', async () => {
  let times = 0
  const { type, until } = open(async function* () {
    if (++times === 1) throw new Error('OpenAI could not answer.')
    yield { event: 'delta', data: { text: 'Here I am.' } }
    yield done
  })
  await until('Ask Scout')
  await type('Hello\r')
  await until('! OpenAI could not answer.')
  await type('Hello\r')
  await until('Here I am.')
})

describe('the frame', () => {
  const said = (texts: string[]) =>
    texts.reduce((state, text) => ended(heard(asked(state, 'Q'), { event: 'delta', data: { text } })), FIRST)

  test.each([
    [80, 24],
    [40, 15],
    [20, 5],
  ])('fills %i columns and %i rows exactly', (columns, rows) => {
    const state = said([
      'A long answer that goes on and on, in words of many lengths, until it has to be wrapped. '.repeat(5),
      '漢字'.repeat(40),
    ])
    const lines = frameOf(state, { columns, rows }, false)
    expect(lines).toHaveLength(rows)
  })

  test('scrolls to the first line and no further', () => {
    const state = said(Array.from({ length: 30 }, (_, at) => `Answer ${at}.`))
    const size = { columns: 60, rows: 12 }
    const top = frameOf({ ...state, up: mostUp(state, size) }, size, false)
    expect(top[0]).toContain('Ask Scout')
    expect(frameOf({ ...state, up: 10_000 }, size, false)).toEqual(top)
  })

  test('shows no control sequences from the model or the data', () => {
    const state = heard(asked(FIRST, 'Q'), { event: 'delta', data: { text: 'a\u001b[2Jb\u0007c\u202ed' } })
    expect(frameOf(state, { columns: 40, rows: 10 }, false).join('\n')).not.toMatch(/[\u0007\u001b\u202e]/)
    expect(callText({ name: 'save_job', input: { company: 'x\u001b]0;title\u0007' } })).not.toMatch(
      /[\u0007\u001b]/,
    )
    expect(resultText({ error: '\u001b[31mno' })).toBe('not done: no')
  })
})
