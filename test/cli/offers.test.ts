// Offers through the built program.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson, type RunOptions, inZone } from './run.ts'

inZone('Europe/Berlin')

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1' } }
  await crm(['jobs', 'add', 'Acme', 'Chef', '--salary', '$180k-220k'], here)
  await crm(['jobs', 'add', 'Globex', 'Cook'], here)
})
afterAll(() => database.close())

const run = (...args: string[]) => crm(args, here)
const json = async (...args: string[]) => (await crmJson([...args, '--json'], here)).body
const onTerminal = (columns: number, ...args: string[]) => crm(args, { ...here, terminal: { columns } })

describe('offers', () => {
  test('are added by their parts, found by the job, countered, decided and deleted', async () => {
    const offer = await json(
      ...['offers', 'add', 'acme', '--base', '185k', '--bonus', '15%', '--equity', '160k', '--vesting', '4'],
      ...['--cliff', '12', '--schedule', '5,15,40,40', '--signing', '20k', '--benefits', 'lunch=1200,gym'],
      ...['--deadline', '2100-03-05', '--start', '2100-05-01', '--remote'],
    )
    expect(offer).toMatchObject({
      base: { amount: 185_000, currency: 'USD', period: 'year' },
      bonus: { percent: 15, kind: 'target' },
      equity: { kind: 'rsu', value: 160_000, years: 4, cliffMonths: 12, schedule: [5, 15, 40, 40] },
      benefits: [{ name: 'lunch', value: 1_200 }, { name: 'gym' }],
      // The end of the day in Berlin.
      ...{ signing: 20_000, remote: true, startDate: '2100-05-01', deadline: '2100-03-05T22:59:59.999Z' },
    })
    const asked = await json('offers', 'round', 'acme', 'me', '--base', '$200k', '--note', 'on the phone')
    expect(asked).toMatchObject({ status: 'countered', base: { amount: 185_000 } })
    const better = await json('offers', 'round', 'acme', 'them', '--base', '$192k')
    expect(better).toMatchObject({ status: 'received', base: { amount: 192_000 } })
    expect((await onTerminal(100, 'offers', 'list')).stdout).toMatch(
      /received +Acme — Chef +192,000 USD a year/,
    )
    expect((await run('offers', 'show', offer.id.slice(-8))).stdout).toContain(
      'me: 200,000 USD a year — on the phone',
    )
    expect((await run('offers', 'edit', 'acme', '-s', 'accepted')).stderr).toContain('crm undo')
    expect((await json('jobs', 'show', 'acme')).status).toBe('accepted')
    expect((await run('undo')).code).toBe(0)
    expect((await json('jobs', 'show', 'acme')).status).toBe('saved')
    expect((await run('offers', 'rm', 'acme')).code).toBe(2)
    expect(await json('offers', 'rm', 'acme', '--yes')).toEqual({ deleted: true, id: offer.id })
    expect((await run('offers', 'show', 'acme')).code).toBe(3)
  })

  test('without a currency of their own or the job’s are asked for it as the terminal takes it', async () => {
    const words = ['offers', 'add', 'globex', '185k base, 15 % target bonus', '--yes']
    const { code, stderr } = await run(...words)
    expect([code, stderr]).toEqual([5, expect.stringContaining('--currency is missing')])
    expect(stderr).not.toContain('base.currency')
    const { id, base } = await json(...words, '--currency', 'CHF')
    expect(base).toEqual({ amount: 185_000, currency: 'CHF', period: 'year' })
    await run('offers', 'rm', id.slice(-8), '--yes')
    expect((await run('offers', 'add', 'globex', '--base', '90k', '--currency', 'XYZ')).stderr).toContain(
      '--currency: XYZ is no currency',
    )
    const short = await run('offers', 'add', 'globex', '--base', '3k', '--currency', 'CHF')
    expect(short.stderr).toContain('the period in --base must be stated: 3000 may be for less than a year')
  })

  test('are exported with their rounds, and an import into the same or another database brings them back once', async () => {
    const offer = await json('offers', 'add', 'globex', '--base', '$90k', '--deadline', '2100-01-01')
    await run('offers', 'round', offer.id.slice(-8), 'me', '--base', '$95k')
    const before = await json('offers', 'show', offer.id.slice(-8))
    const folder = mkdtempSync(join(tmpdir(), 'crm-offers-'))
    const [file, jobs] = [join(folder, 'offers.json'), join(folder, 'jobs.json')]
    expect((await run('offers', 'export', file)).code).toBe(0)
    await run('jobs', 'export', jobs)
    expect(await json('offers', 'import', file)).toMatchObject({ created: 0, failed: 0 })
    const other = await freshDatabase()
    const there = { ...here, url: other.url }
    expect((await crm(['offers', 'import', file], there)).code).toBe(5)
    await crm(['jobs', 'import', jobs, '--yes'], there)
    expect((await crmJson(['offers', 'import', file, '--json'], there)).body).toMatchObject({ failed: 0 })
    expect((await crm(['undo'], there)).code).toBe(0)
    expect((await crmJson(['offers', 'list', '--json'], there)).body).toMatchObject({ total: 0 })
    expect((await crm(['offers', 'import', file], there)).stdout).toContain('crm undo takes them all back')
    const { offers } = (await crmJson(['offers', 'list', '--job', 'globex', '--json'], there)).body
    const { id: _i, jobId: _j, createdAt: _c, updatedAt: _u, ...kept } = before
    expect(offers).toMatchObject([kept])
    await other.close()
    await run('offers', 'rm', offer.id.slice(-8), '--yes')
  })

  test('are recognised in a file whose rounds have no time, unless a round differs', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'crm-offers-')), 'offers.json')
    const importOf = (note: string) => {
      const base = { amount: 71_000, currency: 'USD', period: 'year' }
      const rounds = [{ by: 'me', terms: { note } }]
      writeFileSync(file, JSON.stringify({ offers: [{ company: 'Globex', role: 'Cook', base, rounds }] }))
      return json('offers', 'import', file)
    }
    expect(await importOf('More, please.')).toMatchObject({ created: 1, skipped: 0 })
    expect(await importOf('More, please.')).toMatchObject({ created: 0, skipped: 1 })
    expect(await importOf('Less, please.')).toMatchObject({ created: 1, skipped: 0 })
    for (const { id } of (await json('offers', 'list', '--job', 'globex')).offers)
      await run('offers', 'rm', id.slice(-8), '--yes')
  })

  test('of one job are one accepted, which is said; the id of the job names its only offer; a missing rate is told as it is typed', async () => {
    const { id: job } = await json('jobs', 'show', 'globex')
    const one = await json('offers', 'add', 'globex', '--base', '$90k')
    expect((await json('offers', 'show', job.slice(-8))).id).toBe(one.id)
    expect((await json('offers', 'show', job)).id).toBe(one.id)
    await run('offers', 'edit', job.slice(-8), '-s', 'accepted')
    const two = await json('offers', 'add', 'globex', '--base', '€95k')
    expect((await run('offers', 'show', job)).code).toBe(2)
    const accepted = await run('offers', 'edit', two.id, '-s', 'accepted')
    expect(accepted.stderr).toContain(`90,000 USD a year (${one.id.slice(-8)}), is declined now`)
    expect((await json('offers', 'show', one.id)).status).toBe('declined')
    const compared = await run('offers', 'compare', one.id, two.id)
    expect(compared.code).toBe(5)
    expect(compared.stderr).toMatch(/what is one \w+ in \w+\?[^]*--assume rates\.(?:EUR|USD)=RATE/)
    expect((await run('offers', 'compare', one.id, two.id, '--assume', 'rates.EUR=1.08')).code).toBe(0)
    const three = await json('offers', 'add', 'globex', '--base', '$2,600 biweekly')
    expect(three.base).toEqual({ amount: 67_600, currency: 'USD', period: 'year' })
    const some = await run('offers', 'compare', one.id, two.id, three.id)
    expect([some.code, some.stderr]).toEqual([
      0,
      expect.stringContaining('no rate for EUR in USD was given; --assume rates.EUR=RATE gives one.'),
    ])
    await run('offers', 'edit', two.id, '--base', '£95k')
    const pounds = await run('offers', 'compare', one.id, two.id, three.id)
    expect(pounds.stderr).toContain('no rate for GBP in USD was given; --assume rates.GBP=RATE gives one.')
    await run('offers', 'edit', two.id, '--base', '€95k')
    const round = await json('offers', 'round', three.id, 'them', '70k base, 5k signing, a puppy', '--yes')
    expect(round).toMatchObject({ base: { amount: 70_000, currency: 'USD' }, signing: 5_000 })
    expect(round.rounds[0].terms.note).toContain('puppy')
    expect((await run('offers', 'round', three.id, 'them', 'a puppy')).code).toBe(5)
    const mile = await run('offers', 'add', 'globex', '--base', '$0.62 per mile')
    expect([mile.code, mile.stderr]).toEqual([2, expect.stringContaining('--base')])
    expect((await run('offers', 'edit', three.id, '--signing', '2k a month')).code).toBe(2)
    expect((await json('offers', 'edit', three.id, '--notes', '')).notes).toBeNull()
    for (const { id } of [one, two, three]) await run('offers', 'rm', id, '--yes')
    await run('jobs', 'status', 'globex', 'saved')
  })

  test('keep no amount in another currency than the base, and --currency names that of the words', async () => {
    const mixed = await run('offers', 'add', 'globex', '--base', '$90k', '--signing', '€5k')
    expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('is in EUR and the base in USD')])
    const offer = await json('offers', 'add', 'globex', '90k base, 5k sign-on', '--currency', 'GBP', '--yes')
    expect(offer).toMatchObject({ base: { currency: 'GBP' }, signing: 5_000 })
    const round = await run('offers', 'round', offer.id.slice(-8), 'them', '--signing', '$9k')
    expect([round.code, round.stderr]).toEqual([2, expect.stringContaining('is in USD and the base in GBP')])
    await run('offers', 'rm', offer.id.slice(-8), '--yes')
  })

  test('are read from words and shown; words that were not understood are listed, and saved around only with --yes', async () => {
    const words = '$185k base, 15 % target bonus, RSUs 160k over 4 with a cliff, 20k sign-on'
    const dry = await run('offers', 'add', 'acme', words, '--dry-run')
    expect(dry.stdout).toContain('185,000 USD a year, bonus 15 % target')
    expect(dry.stdout).toContain('“cliff” names no length')
    const offer = await json('offers', 'add', 'acme', words, '--level', 'L5')
    expect(offer).toMatchObject({
      equity: { value: 160_000, years: 4, cliffMonths: 12 },
      signing: 20_000,
      level: 'L5',
    })
    // Shares without a worth are equity all the same, and “vesting” was nobody's word.
    const shares = await run('offers', 'add', 'acme', '$90k base, 280 RSUs over 4 years', '--dry-run')
    expect(shares.stdout).toContain('equity unknown value in rsu, over 4 years')
    expect(shares.stdout).toContain('“280 RSUs” is a number of shares')
    expect(shares.stdout).not.toMatch(/“vesting”|\.\./)
    const units = await run('offers', 'add', 'acme', 'Base CHF 165k, CHF 120k GSUs over 4 years', '--dry-run')
    expect(units.stdout).toContain('equity 120,000 in rsu, over 4 years')
    await run('offers', 'add', 'acme', '--base', '$64,000')
    expect((await run('undo')).stdout).toContain('Removed offer 64,000 USD a year.')
    const odd = await run('offers', 'add', 'acme', '$185k base, flying unicorns')
    expect([odd.code, odd.stderr]).toEqual([5, expect.stringContaining('“flying unicorns”')])
    expect((await json('offers', 'list')).total).toBe(1)
    expect((await json('offers', 'add', 'acme', '$185k base, flying unicorns', '--yes')).base.amount).toBe(
      185_000,
    )
    const wide = await crm(['offers', 'list'], { ...here, terminal: { columns: 80 } })
    expect(wide.stdout).toContain(offer.id.slice(-8))
    for (const { id } of (await json('offers', 'list')).offers) await run('offers', 'rm', id, '--yes')
  })

  test('of a base that an open offer of the job has are added, and said to be there already', async () => {
    await run('jobs', 'add', 'Twice', 'Cook')
    const first = await run('offers', 'add', 'twice', '--base', '70k', '--currency', 'USD')
    expect(first.stderr).not.toContain('already')
    const again = await run('offers', 'add', 'twice', '--base', '70k', '--currency', 'USD')
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringMatching(/has an open offer of this base already/),
    ])
    await run('jobs', 'rm', 'twice', '--yes')
  })

  test('ask for a currency that neither the words nor the job name', async () => {
    const asked = await run('offers', 'add', 'globex', '--base', '60/hr')
    expect(asked.code).toBe(5)
    expect(asked.stderr).toContain('--currency is missing')
    expect((await json('offers', 'add', 'globex', '--base', '€60/hr')).base).toEqual({
      ...{ amount: 60, currency: 'EUR', period: 'hour' },
    })
  })

  test('are compared in a table, a chart and a page with the same numbers as the JSON, and countered', async () => {
    await run('offers', 'add', 'acme', '--base', '$185k', '--signing', '20k')
    const compared = await json(
      'offers',
      'compare',
      'acme',
      'globex',
      '--years',
      '2',
      '--assume',
      'rates.EUR=1.08',
    )
    expect(compared).toMatchObject({
      currency: 'USD',
      offers: [{ rank: 1, total: { amount: 390_000 } }, { rank: 2 }],
    })
    const euros = Math.round(60 * 2_080 * 108) / 100
    expect(compared.offers[1].years[0].total.amount).toBe(euros)
    const { stdout } = await onTerminal(
      110,
      'offers',
      'compare',
      'acme',
      'globex',
      '--years',
      '2',
      '--assume',
      'rates.EUR=1.08',
    )
    expect(stdout).toMatch(/1 +Acme +all +390,000/)
    expect(stdout).toContain('█')
    const narrow = await onTerminal(80, 'offers', 'compare', 'acme', 'globex', '--assume', 'rates.EUR=1.08')
    expect(narrow.stdout).toMatch(/OFFER +YEAR +BASE [^\n]*TOTAL/)
    expect(narrow.stderr).toMatch(/^Assumed \w+ [^]*--json says why, --assume changes it\.$/m)
    expect(narrow.stderr.match(/not\s+stated;\s+counted/g)).toHaveLength(2)
    expect(narrow.stderr).not.toMatch(/lacks [^]*[a-z][A-Z]\w*:/)
    const file = join(mkdtempSync(join(tmpdir(), 'crm-offers-')), 'offers.html')
    await run('offers', 'compare', 'acme', 'globex', '--assume', 'rates.EUR=1.08', '--html', file)
    const page = readFileSync(file, 'utf8')
    expect(page).toContain('134,784')
    expect(page).not.toMatch(/<script|https?:/)
    const printed = await run(
      'offers',
      'compare',
      'acme',
      'globex',
      '--assume',
      'rates.EUR=1.08',
      '--html',
      '-',
    )
    expect(printed.stdout).toBe(page)
    expect((await run('offers', 'compare', 'acme', 'globex')).code).toBe(5)
    const counter = await run('offers', 'counter', 'acme', '--goal', '195k')
    expect([counter.code, counter.stdout]).toEqual([0, expect.stringMatching(/^ask\t.*195,?000/m)])
    await run('offers', 'rm', 'acme', '--yes')
  })

  test('are named before their job is deleted', async () => {
    expect((await run('jobs', 'rm', 'globex', '--dry-run')).stdout).toBe(
      'Would delete Globex — Cook with 1 offer.\n',
    )
  })

  test('have their counter worded by a model on your key, and only then', async () => {
    await json('jobs', 'add', 'Initech', 'Cook')
    await json('offers', 'add', 'initech', '--base', '$40k')
    const without = await crmJson(['offers', 'counter', 'initech', '--letter', 'mail', '--json'], here)
    expect([without.code, without.body.error.code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/ai_key_required/i),
    ])
    expect(without.code).not.toBe(0)
    const env = {
      ...here.env,
      OPENAI_BASE_URL: inject('modelUrl'),
      OPENAI_API_KEY: 'offers',
      CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    }
    const asked = ['offers', 'counter', 'initech', '--letter', 'call', '--tone', 'dry']
    const { body } = await crmJson([...asked, '--json'], { ...here, env })
    expect(body.letter).toEqual({ kind: 'call', text: 'As the data says.', dropped: [] })
    expect((await crm(asked, { ...here, env })).stdout).toContain('As the data says.')
    expect((await run('offers', 'counter', 'initech', '--letter', 'fax')).code).toBe(2)
    expect(await json('offers', 'counter', 'initech')).not.toHaveProperty('letter')
    await run('jobs', 'rm', 'initech', '--yes')
  })
})
