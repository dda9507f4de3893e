// `crm board`: the interactive kanban board; in a pipe, the board as plain text.
import { isDumbTerminal } from '../../core/config.ts'
import { showBoard as readBoard } from '../../core/pipeline/operations.ts'
import type { Board } from '../../core/pipeline/board.ts'
import { isOn, type Command, type Group, type Run } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import { renderTable, type Column } from '../ui/table.ts'

type Row = Board['columns'][number]['cards'][number] & { status: string }

/** In a pipe, one card per line, starting with its column. */
const PLAIN: Column<Row>[] = [
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'ID', value: ({ id }) => id },
  { title: 'COMPANY', value: ({ company }) => company },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'PRIORITY', value: ({ priority }) => priority },
  { title: 'SINCE', value: ({ statusChangedAt }) => statusChangedAt },
]

/** The most cards of a column that the first frame can show. */
const FIRST_CARDS = 60

/** Most cards read per column for plain output. */
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

const command: Command = {
  name: 'board',
  about: 'Open your pipeline as an interactive kanban board.',
  operation: 'pipeline.board',
  options: [
    { flags: '--screen-reader', about: 'Print text for a screen reader instead of drawing the board.' },
  ],
  examples: ['crm board', 'crm board | head', 'crm board --json columns'],
  async run(call) {
    const { out, client, config, options, stdin } = call
    const isInteractive = out.look.isTerminal && stdin().isTTY && !out.json && !isDumbTerminal(config)
    if (!isInteractive) return plain(call)
    // Sent before loading anything else, so that the response arrives while Ink is compiled.
    const first = client.call(readBoard, { limit: FIRST_CARDS })
    first.catch(() => {})
    const { boardPort } = await import('./board-port.ts')
    const port = boardPort(client)
    if (isOn(options, 'screenReader')) {
      const { runScreenReader: readBoardAloud } = await import('../views/board/screen-reader.ts')
      return readBoardAloud(port, process)
    }
    const { showBoard } = await import('../views/main.tsx')
    await showBoard({ port, first, color: config.color && out.look.color })
  },
}

export const group: Group = { name: 'board', about: 'Your pipeline as a board.', commands: [command] }
