// Every example of the help and the documents survives a paste into a shell: the program gets the words as they are shown.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GROUPS } from '../../cli/groups.ts'

const root = join(import.meta.dirname, '..', '..')

/** Lines of the documents' code blocks that call the program, without comments. */
const documented = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md') && name !== 'docs/reference.md')
  .flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/^```(?:sh|bash)?\n([^]*?)^```/gm)].flatMap(
      ([, block = '']) =>
        block.split('\n').flatMap((line) => /^(?:npx )?(crm .*?)(?: +#.*)?$/.exec(line.trim())?.[1] ?? []),
    ),
  )

/** A line that is one command, not a pipeline, a redirection or one with a variable. */
const isPlain = (line: string): boolean =>
  !/[|<>;&()\\]|\$\{?[A-Z]|…/.test(line.replace(/'[^']*'|"[^"$`]*"/g, ''))

const examples = async (): Promise<string[]> => {
  const groups = await Promise.all(GROUPS.map(({ load }) => load()))
  const helped = groups.flatMap(({ commands }) => commands.flatMap((command) => command.examples ?? []))
  return [...new Set([...helped, ...documented])].filter(isPlain)
}

/** The words as a reader sees them: quotes group, and nothing is replaced. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/^(?:[A-Z_]+=\S+ )+/, '').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )

describe.each(['bash', 'zsh', 'fish'])('in %s', (name) => {
  test('every example arrives as it is shown', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'crm-paste-'))
    const program = join(folder, 'crm')
    writeFileSync(program, '#!/bin/sh\nprintf "%s\\037" crm "$@"\nprintf "\\n"\n')
    chmodSync(program, 0o755)
    const lines = await examples()
    expect(lines.length).toBeGreaterThan(150)
    const ran = spawnSync(name, ['-c', lines.join('\n')], {
      env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
      cwd: folder,
      encoding: 'utf8',
    })
    if (ran.error) return skip(`${name} is not installed`)
    expect(ran.stderr).toBe('')
    const arrived = ran.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\u001f').slice(0, -1))
    expect(arrived).toEqual(lines.map((line) => wordsOf(line.replaceAll('~/', `${folder}/`))))
  })
})
