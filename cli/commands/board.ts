// `crm board` and `crm ui`: the app; in a pipe, the board as plain text.
import { isDumbTerminal } from '../../core/config.ts'
import { showBoard as readBoard } from '../../core/pipeline/operations.ts'
import type { Board } from '../../core/pipeline/board.ts'
import { isOn, type Command, type Run } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import { renderTable } from '../ui/table.ts'
import { columnsOf } from '../ui/columns.ts'

type Row = Board['columns'][number]['cards'][number] & { status: string }

const PLAIN = columnsOf<Row>({ status: {}, id: {}, company: {}, role: {}, priority: {}, statusChangedAt: {} })

const FIRST_CARDS = 60

const MAX_CARDS = 5_000

async function plain({ client, out }: Run): Promise<void> {
  const board = await client.call(readBoard, { limit: MAX_CARDS })
  if (out.json) return out.record(board, [])
  const rows = board.columns.flatMap(({ status, cards }) => cards.map((card) => ({ ...card, status })))
  if (!out.look.isTerminal) return out.raw(renderTable(rows, PLAIN, out.look))
  out.raw(listed(board))
}

/** For terminals that cannot be drawn on: a heading per column, a line per card. */
const listed = ({ columns }: Board): string =>
  columns
    .map(({ status, total, cards }) => {
      const lines = cards.map(
        ({ company, role, statusChangedAt }) =>
          `  ${company} — ${role}, ${agoOf(statusChangedAt, Date.now())}\n`,
      )
      return `${status}: ${total}\n${lines.join('')}`
    })
    .join('')

async function run(call: Run): Promise<void> {
  const { out, client, config, options, stdin } = call
  const isInteractive = out.look.isTerminal && stdin().isTTY && !out.json && !isDumbTerminal(config)
  if (!isInteractive) return plain(call)
  // Sent before loading anything else, so that the response arrives while Ink is compiled.
  const first = client.call(readBoard, { limit: FIRST_CARDS })
  first.catch(() => {})
  const { appPort, remembered } = await import('./app-port.ts')
  const port = appPort(call)
  const memory = remembered(config)
  if (isOn(options, 'screenReader')) {
    const { speakApp } = await import('../views/app/aloud.ts')
    return speakApp({ port, memory, first }, process)
  }
  const { showApp } = await import('../views/main.tsx')
  await showApp({ port, memory, first, color: config.color && out.look.color })
}

export const commands: Command[] = [
  {
    name: 'board',
    about: 'Open the app: Today, Board, Inbox, Postings, Calendar, Offers, Search.',
    operation: 'pipeline.board',
    options: [
      { flags: '--screen-reader', about: 'Print text for a screen reader instead of drawing the screen.' },
    ],
    examples: ['crm board', 'crm board | head', 'crm board --json columns'],
    run,
  },
]
