import { describe, expect, test } from 'vitest'
import { GROUPS } from '../../cli/groups.ts'
import { commandHelp, groupHelp, programHelp, wholeHelp } from '../../cli/help.ts'
import { pathOf } from '../../cli/program.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { crm } from './run.ts'

const groups = await Promise.all(GROUPS.filter(({ name }) => !name.startsWith('_')).map(({ load }) => load()))

describe('help', () => {
  test.each([
    [['help', 'all']],
    [['-h']],
    [['--help']],
    [['help']],
    [['help', 'jobs']],
    [['jobs']],
    [['jobs', '--help']],
    [['help', 'jobs', 'list']],
    [['jobs', 'list', '-h']],
    [['jobs', 'help', 'list']],
    [['help', 'doctor']],
    [['help', 'add']],
    [['doctor', '-h']],
  ])('crm %j succeeds: exit 0, on stdout, within 80 columns', async (args) => {
    const { code, stdout, stderr } = await crm(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: crm/m)
    expect(Math.max(...stdout.split('\n').map(widthOf))).toBeLessThanOrEqual(80)
  })

  test('every page fits 80 columns and starts with a sentence; examples come before flags', () => {
    const pages = groups.flatMap((group) => [
      groupHelp(group, 80),
      ...group.commands.map((command) => commandHelp(pathOf(group, command), command, 80)),
    ])
    for (const page of [programHelp(80), wholeHelp(GROUPS, 80), ...pages]) {
      expect(page.split('\n')[0]).toMatch(/^[A-Z].*$/)
      expect(page.match(/^.{81,}$/m)).toBeNull()
      const [examples, options] = [page.indexOf('\nExamples:'), page.indexOf('\nOptions:')]
      if (examples >= 0 && options >= 0) expect(examples).toBeLessThan(options)
    }
  })

  test('the first page fits a screen, leads with short verbs and names at most twelve nouns', () => {
    const page = programHelp(80)
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
    const verbs = [...page.split('More:')[0]!.matchAll(/^ {2}(\w+) /gm)].map(([, verb]) => verb)
    expect(verbs).toEqual(['add', 'ls', 'show', 'status', 'log', 'find', 'open', 'done', 'undo'])
    const nouns = GROUPS.filter(({ name }) => new RegExp(`  ${name}  `).test(page.split('More:')[1]!))
    expect(nouns.length).toBe(12)
    for (const { name, hidden } of GROUPS)
      if (!hidden && !name.startsWith('_'))
        // Once each; `search` stands there as `find`.
        expect(wholeHelp(GROUPS, 80).match(new RegExp(`^  ${name} `, 'gm')) ?? [], name).toHaveLength(
          name === 'search' ? 0 : 1,
        )
  })

  test.each([
    [['login', '--help'], 'crm remote login'],
    [['account', 'export', '--help'], 'crm me export'],
    [['undo', '--list', '--help'], 'crm audit'],
    [['salary', 'show', 'cook', '--history', '--help'], 'crm salary history'],
  ])('crm %j is %s', async (args, path) => {
    expect((await crm(args)).stdout).toContain(`Usage: ${path} `)
  })

  test('every noun and verb has a one-line description and examples', () => {
    for (const group of groups)
      for (const { about, hidden, name } of group.commands) {
        if (hidden) continue
        expect(about, `${group.name} ${name}`).toMatch(/^[A-Z].*\.$/)
        expect(about.length).toBeLessThanOrEqual(90)
      }
  })

  test('is readable in 20 columns', () => {
    const page = programHelp(20)
    const words = page.split('\n').filter((line) => !line.includes('$') && !line.startsWith('Usage'))
    expect(Math.max(...words.map(widthOf))).toBeLessThanOrEqual(34)
  })
})

test.each([
  ['add', 'Acme', 'Chef', '--note', 'x', '--help'],
  ['edit', 'acme', '--note', 'x', '--help'],
  ['status', 'acme', 'offer', '--notes', 'x', '--help'],
])('--note and --notes are one flag: crm %s', async (...args) => {
  expect((await crm(args)).code).toBe(0)
})

describe('a typing error', () => {
  test.each([
    [['jbos'], 'crm jobs?'],
    [['job', 'list'], 'crm jobs?'],
    [['jobs', 'lst'], 'crm jobs list?'],
    [['jobs', 'lst', '--help'], 'crm jobs list?'],
    [['help', 'jbos'], 'crm jobs?'],
    [['jobs', 'list', '--statsu', 'applied'], '--status?'],
    [['call', 'jobs.lst'], 'jobs.list?'],
    [['ad', 'Acme'], 'crm add?'],
    [['note', 'acme'], 'crm log?'],
    [['merge', 'a', 'b'], 'crm jobs merge?'],
  ])('crm %j suggests %s and runs nothing', async (args, guess) => {
    const { code, stdout, stderr } = await crm(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`Did you mean ${guess}`)
  })

  test.each([
    [['show', 'acme', 'cook'], "crm jobs show 'acme cook'"],
    [['log', 'acme', 'phone', 'screen'], "crm activities log acme 'phone screen'"],
    [['contacts', 'add', 'Dana', 'Smith', '--company', 'Acme'], "crm contacts add 'Dana Smith'"],
  ])('crm %j, words too many, says %s and runs nothing', async (args, meant) => {
    const { code, stdout, stderr } = await crm(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/\n(?:To look for it|Words that belong together need quotes): /)
    expect(stderr).toContain(meant)
  })

  test('a prefix is not accepted as a name', async () => {
    expect((await crm(['jobs', 'lis'])).code).toBe(2)
    expect((await crm(['jobs', 'list', '--stat', 'applied'])).code).toBe(2)
  })

  test('a word with no near match gets the list of available words', async () => {
    expect((await crm(['jobs', 'xyzzyxyzzy'])).stderr).toContain('There are: list, views')
  })
})
