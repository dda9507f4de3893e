// What the pages tell people to type exists: each `crm …` line names a command and its flags, each address an operation,
// each `npm run …` a script.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { helpLast, isSingle, normaliseArgs, writtenOut } from '../../cli/argv.ts'
import { GROUPS } from '../../cli/groups.ts'
import { optionsOf } from '../../cli/help.ts'
import { commandOf } from '../../cli/run-command.ts'

const root = join(import.meta.dirname, '..', '..')
/** `reference.md` is made from the commands. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md') && name !== 'docs/reference.md')
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** The lines of code of a page, and what stands between single backticks in its text. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|console|bash)?\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  )
  const spans = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g)]
  return [...blocks, ...spans.map(([, span = '']) => span.replaceAll(/\s+/g, ' '))]
}

/** The words of a shell line up to a pipe, a redirection or a comment; quotes keep what they hold. */
function wordsOf(line: string): string[] {
  const parts = line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"|<>;#()]|(?<=\S)#)+|[|<>;#()]|\s+/g)
  const words: string[] = []
  for (const [part] of parts) {
    if (/^[|<>;#()]$/.test(part)) break
    if (part.trim()) words.push(part.replaceAll(/['"]/g, ''))
  }
  return words
}

/** Each command line within a line: at its start, behind a prompt, in a pipe or in `$(…)`. */
const commandsIn = (line: string): string[][] =>
  [...line.matchAll(/(?:^(?:\$ |# )?|[|;(]\s*|&& )(?:[A-Z_]+=\S+ )*(?:npx )?crm (?=[a-z-]+(?: |$))/g)]
    .map((found) => wordsOf(line.slice(found.index + found[0].length)))
    .filter((words) => words.length && !words.some((word) => /[…<>\u2026]|\.\.\.$/.test(word)))

/** Why this command line would be refused; null if its command has these flags. */
async function faultOf(typed: string[]): Promise<string | null> {
  if (typed[0]?.startsWith('-') || typed.includes('help')) return null
  const written = writtenOut(helpLast(typed))
  const entry = GROUPS.find(({ name }) => name === normaliseArgs(written, undefined)[0])
  if (!entry) return `no noun “${typed[0]}”`
  const group = await entry.load()
  const argv = normaliseArgs(writtenOut(written, group), group)
  const command = commandOf(group, argv)
  if (!command) return argv[1] === undefined || argv[1] === '--help' ? null : `no verb “${argv[1]}”`
  if (command.passThrough) return null
  const known = new Set([...optionsOf(command).flatMap(({ flags }) => flags.split(/[ ,]+/)), '--help', '-h'])
  const flags = argv.slice(isSingle(group) ? 1 : 2).filter((word) => /^-{1,2}[a-z]/i.test(word))
  const wrong = flags.map((flag) => flag.split('=')[0] ?? '').find((flag) => !known.has(flag))
  return wrong ? `no flag ${wrong}` : null
}

test('each command line of a page is one that the program takes', async () => {
  const lines = pages.flatMap(({ name, text }) =>
    codeOf(text).flatMap((line) => commandsIn(line).map((typed) => ({ name, typed }))),
  )
  expect(lines.length).toBeGreaterThan(200)
  const faults = await Promise.all(
    lines.map(async ({ name, typed }) => {
      const fault = await faultOf(typed)
      return fault && `${name}: crm ${typed.join(' ')}: ${fault}`
    }),
  )
  expect(faults.filter(Boolean)).toEqual([])
})

test('each `npm run` of a page is a script', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, script = '']) => ({ name, script })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([])
})
