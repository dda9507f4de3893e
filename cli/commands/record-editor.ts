// A record as a text to edit: a line per field, then the notes. Changed lines are read like flags.
import { recordOf } from '../../core/kernel/narrow.ts'
import { ofKind, type Fields, type Noun } from '../../core/kernel/record.ts'
import { optionName, type Run, misused, withHint } from '../command.ts'
import { typedFields, type Flag } from './flags.ts'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editorCommand, type Config } from '../../core/config.ts'
import { asCrmError } from '../../core/kernel/errors.ts'

/** Throws `usage` if the editor fails. Keeps the file of an invalid text, because it may be an hour's work. */
async function edited(config: Config, name: string, text: string, use: (text: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'crm-'))
  const file = join(folder, name)
  let isKept = false
  try {
    writeFileSync(file, text, { mode: 0o600 })
    await runEditor(config, file)
    const written = readFileSync(file, 'utf8')
    isKept = written !== text
    await use(written)
    isKept = false
  } catch (error) {
    throw isKept ? withHint(asCrmError(error), `What you wrote is kept in ${file}`) : error
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true })
  }
}

/** Through the shell, because `$EDITOR` may have arguments: `code --wait`. */
async function runEditor(config: Config, file: string): Promise<void> {
  const editor = editorCommand(config)
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env: config.env })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code !== 0) misused(`The editor “${editor}” failed, so nothing was changed.`)
}

interface Editable<R> {
  noun: Noun<Fields>
  flags: readonly Flag[]
  /** Further lines, by the name of their flag. */
  lines: Readonly<Record<string, (before: R) => string>>
}

/** The lines of a record by the name of their flag. */
function linesOf<R extends object>({ noun, flags, lines }: Editable<R>, before: R): Map<string, string> {
  const isLine = ({ field }: Flag): boolean =>
    field in before && !['notes', 'text'].includes(noun.fields[field]?.kind ?? '')
  return new Map([
    ...typedFields(noun, flags.filter(isLine), before).map(({ name, text }) => [name, text] as const),
    ...Object.entries(lines).map(([name, textOf]) => [name, textOf(before)] as const),
  ])
}

/** The changed lines as options; `usage` for an unknown line. */
function optionsIn(text: string, lines: ReadonlyMap<string, string>, long: string, was: string) {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split(`\n${ruleOf(long)}\n`)
  const options: Record<string, string> = {}
  for (const line of head.split('\n').filter((each) => each.trim())) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? []
    const before = lines.get(name)
    if (before === undefined) return misused(`“${line}” is not a field: ${[...lines.keys()].join(', ')}.`)
    if (value !== before.trim()) options[optionName(`--${name}`)] = value
  }
  const notes = rest.join(`\n${ruleOf(long)}\n`).trim()
  return notes === was.trim() ? options : { ...options, [long]: notes }
}

const ruleOf = (long: string): string => `--- ${long} below this line ---`

/** Edits in the user's editor. Never overwrites a concurrent change. */
export async function changedInEditor<R extends object>(
  { config, out }: Run,
  editable: Editable<R>,
  before: R,
  save: (options: Run['options']) => Promise<void>,
): Promise<void> {
  const { noun } = editable
  const long = ofKind(noun, 'notes')[0] ?? 'body'
  const was = String(recordOf(before)[long] ?? '')
  const lines = linesOf(editable, before)
  const text = [...[...lines].map(([name, value]) => `${name}: ${value}`.trimEnd()), ruleOf(long), was, '']
  await edited(config, `${noun.noun}.txt`, text.join('\n'), async (written) => {
    const options = optionsIn(written, lines, long, was)
    if (!Object.keys(options).length) return out.note('Nothing was changed.')
    await save(options)
  })
}
