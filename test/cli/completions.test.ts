import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  await crm(['jobs', 'add', 'Acme', 'Engineer'], here)
})
afterAll(() => database.close())

const offered = async (typed: string[], options: Parameters<typeof crm>[1] = here): Promise<string[]> => {
  const { code, stdout, stderr } = await crm(['__complete', '--', ...typed], options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.split('\n').filter(Boolean)
}

describe('suggestions', () => {
  test.each([
    [['jo'], /^jobs\t/],
    [['jobs', 's'], /^show\t/],
    [['help', 'jo'], /^jobs\t/],
    [['help', 'jobs', 's'], /^show\t/],
    [['jobs', 'rm', 'x', '--y'], /^--yes\t/],
    [['jobs', 'list', '--json'], /^--json\t/],
    [['jobs', 'list', '-s', 'app'], /^applied$/],
    [['jobs', 'list', '--priority', ''], /^high$/],
    [['jobs', 'status', 'acme', 'int'], /^interviewing$/],
    [['jobs', 'status', '--note', 'a note', 'acme', 'off'], /^offer$/],
    [['status', 'acme', ''], /^saved$/],
    [['call', 'jobs.l'], /^jobs\.list$/],
    [['completions', ''], /^bash$/],
    [['-'], /^$/],
  ])('%j', async (typed, first) => {
    expect((await offered(typed))[0] ?? '').toMatch(first)
  })

  test('include ids with descriptions', async () => {
    expect(await offered(['jobs', 'show', ''])).toEqual([
      'Acme\tEngineer',
      expect.stringMatching(/^[0-9a-f]{8}\tAcme — Engineer$/),
    ])
    expect(await offered(['show', 'acm'])).toEqual(['Acme\tEngineer'])
  })

  test('include ids of other records and values of a flag', async () => {
    await crm(['contacts', 'add', 'Jane Doe', '--company', 'Acme'], here)
    await crm(['calendar', 'add', 'Onsite', '--at', 'tomorrow 3pm'], here)
    const { body } = await crmJson(['webhooks', 'add', 'https://example.com/h', '--json'], here)
    expect(body.id, JSON.stringify(body)).toBeDefined()
    await crm(['tokens', 'create', '--name', 'laptop'], here)
    for (const [typed, wanted] of [
      [['undo', ''], /^[0-9a-f]{8}\twebhooks\.create: created webhook/],
      [['audit', ''], /^[0-9a-f]{8}\t\w+\.create/],
      [['undo', '--session', ''], /^crm\//],
      [['contacts', 'merge', 'x', ''], /^Jane Doe\tAcme$/],
      [['activities', 'log', 'x', '--contact', ''], /^Jane Doe\tAcme$/],
      [['calendar', 'rm', ''], /\tOnsite, \d{4}/],
      [['webhooks', 'rm', ''], /^[0-9a-f]{8}\thttps:\/\/example\.com\/h$/],
      [['tokens', 'revoke', ''], /^[0-9a-f]{8}\tlaptop$/],
      [['contacts', 'add', 'x', '--type', 'rec'], /^recruiter$/],
      [['activities', 'list', '--type', 'int'], /^interview$/],
      [['jobs', 'list', '-s', 'saved,app'], /^saved,applied$/],
      [['jobs', 'list', '--columns', 'sal'], /^salary$/],
      [['jobs', 'list', '--company', 'a'], /^Acme$/],
      [['jobs', 'import', 'x'], /^:files$/],
      [['calendar', 'export', 'x'], /^:files$/],
      [['mcp', 'config', 'clau'], /^claude-code$/],
      [['salary', 'show', 'registered-nurse', 'austin'], /^austin-tx\t/],
    ] as const)
      expect((await offered([...typed]))[0] ?? '', typed.join(' ')).toMatch(wanted)
  })

  test('are empty, without an error, when the database is unreachable', async () => {
    expect(await offered(['jobs', 'show', ''], { url: 'postgres://127.0.0.1:1/x' })).toEqual([])
    const asleep = { env: { DATABASE_URL: '', CRM_HOME: join(tmpdir(), 'crm-no-such-home') } }
    expect(await offered(['jobs', 'show', ''], asleep)).toEqual([])
    const far = { env: { CRM_SERVER: 'http://127.0.0.1:1' } }
    expect(await offered(['jobs', 'show', ''], far)).toEqual([])
  })
})

/** A shell with `crm` on its path, or undefined if the shell is not installed. */
function shell(name: string, script: string): { stdout: string; stderr: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'crm-shell-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'crm'), `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`)
  chmodSync(join(folder, 'bin', 'crm'), 0o755)
  const env = environment(here)
  const path = `${join(folder, 'bin')}:${env['PATH']}`
  const ran = spawnSync(name, ['-c', script], { env: { ...env, PATH: path, HOME: folder }, encoding: 'utf8' })
  return ran.error ? undefined : { stdout: ran.stdout, stderr: ran.stderr }
}

describe('the script of', () => {
  test('bash sources cleanly and completes words and ids', ({ skip }) => {
    const ran = shell(
      'bash',
      `source <(crm completions bash)
       COMP_WORDS=(crm jobs sh); COMP_CWORD=2; _crm; echo "\${COMPREPLY[*]}"
       COMP_WORDS=(crm jobs show ''); COMP_CWORD=3; _crm; echo "\${COMPREPLY[*]}"
       COMP_WORDS=(crm contacts show jan); COMP_CWORD=3; _crm; echo "\${COMPREPLY[*]}"
       cd "$HOME"; echo > notes.csv
       COMP_WORDS=(crm jobs import no); COMP_CWORD=3; _crm; echo "\${COMPREPLY[*]}"`,
    )
    if (!ran) return skip('bash is not installed')
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toMatch(/^show\nAcme [0-9a-f]{8}\nJane\\ Doe\nnotes.csv\n$/)
  })

  test('zsh sources cleanly', ({ skip }) => {
    const ran = shell(
      'zsh',
      'autoload -U compinit; compinit -D; source <(crm completions zsh); whence -w _crm',
    )
    if (!ran) return skip('zsh is not installed')
    expect(ran).toEqual({ stdout: '_crm: function\n', stderr: '' })
  })

  test('zsh completes words and ids', ({ skip }) => {
    // Calls the completion function directly, because zsh needs a terminal to complete interactively.
    const ran = shell(
      'zsh',
      `compdef() { :; }; _describe() { shift; local -a shown; shown=("\${(@P)1}"); print -l -- $shown }
       source <(crm completions zsh)
       words=(crm jobs sh); CURRENT=3; _crm
       words=(crm jobs show ''); CURRENT=4; _crm`,
    )
    if (!ran) return skip('zsh is not installed')
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toMatch(/^show:.*\nAcme:Engineer\n[0-9a-f]{8}:Acme — Engineer\n$/)
  })

  test('fish sources cleanly and completes', ({ skip }) => {
    const ran = shell(
      'fish',
      `crm completions fish | source; complete -C 'crm jobs sh'; complete -C 'crm jobs show '`,
    )
    if (!ran) return skip('fish is not installed')
    expect(ran.stderr).toBe('')
    // Versions of fish sort differently, and an id's first digit decides where it sorts.
    const [verb, ...names] = ran.stdout.trim().split('\n')
    expect(verb).toMatch(/^show\t/)
    expect(names).toHaveLength(2)
    expect(names).toContain('Acme\tEngineer')
    expect(names).toContainEqual(expect.stringMatching(/^[0-9a-f]{8}\tAcme — Engineer$/))
  })

  test('an unknown shell is refused with the list of supported shells', async () => {
    const { code, stderr } = await crm(['completions', 'tcsh'])
    expect(code).toBe(2)
    expect(stderr).toContain('bash, zsh or fish')
  })
})
