import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterAll(() => database.close())

/** A timeout for wordings that only a search of the whole catalogue can resolve. */

const NURSE = ['salary', 'show', 'registered-nurse', 'el-paso-tx']

describe('a figure', () => {
  test('is looked up by slug or plain words, and the interpretation is shown', async () => {
    const words = await crmJson(['salary', 'show', 'staff swe', 'sf', '--json'], here)
    expect(words.body.data.understood).toMatchObject({
      role: { text: 'staff swe', slug: 'software-engineer', experience: 'staff' },
      city: { text: 'sf', slug: 'san-francisco-ca' },
    })
    expect(words.stderr).toBe('')
    const told = await crmJson(['salary', 'show', 'swe', 'sf', '--exp', 'staff', '--json'], here)
    const slugs = await crmJson(
      ['salary', 'show', 'software-engineer', 'san-francisco-ca', '--exp', 'staff', '--json'],
      here,
    )
    expect(slugs.body.data).toEqual({ ...told.body.data, understood: null })
    const { stderr } = await crm(['salary', 'show', 'staff swe', 'sf'], here)
    expect(stderr).toBe(
      'Understood “staff swe” as software-engineer, staff level, and “sf” as san-francisco-ca.\n',
    )
  })

  test('in JSON is exactly the API’s response, envelope included', async () => {
    const shown = await crmJson([...NURSE, '--json'], here)
    const called = await crmJson(
      ['call', 'salaries.get', '--role', 'registered-nurse', '--city', 'el-paso-tx'],
      here,
    )
    expect(Object.keys(shown.body as object)).toEqual(['data', 'attribution', 'request'])
    expect(shown.body.request).toEqual({
      id: expect.stringMatching(/^req_/),
      endpoint: '/api/v1/intelligence/salaries',
      duration_ms: expect.any(Number),
      tier: 'ultra',
      scopes: ['intelligence:read', 'intelligence:write'],
    })
    expect(called.body).toEqual({ ...shown.body, request: called.body.request })
    const some = await crmJson([...NURSE, '--json', 'city,estimate'], here)
    expect(Object.keys(some.body as object)).toEqual(['city', 'estimate'])
  })

  test('in a pipe is complete: one name and value per line, the figure first', async () => {
    const { stdout } = await crm(NURSE, here)
    const body = (await crmJson([...NURSE, '--json'], here)).body.data
    const lines = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')),
    )
    expect(stdout.startsWith(`figure\t${body.typical.median}\n`)).toBe(true)
    expect(lines).toMatchObject({
      role: 'registered-nurse',
      city: 'el-paso-tx',
      survey_p75: String(body.distribution.p75),
      data_point_id: body.typical.data_point_id,
    })
    expect(stdout).not.toMatch(/[\u001b$,…]/)
  })

  test.each([40, 80, 200])('fits a terminal of %i columns, including the chart', async (columns) => {
    const { stdout } = await crm(NURSE, { ...here, terminal: { columns } })
    const lines = stdout.replace(/\u001b\[\d*m/g, '').split('\n')
    const long = lines.filter((line) => [...line].length > columns && !line.includes('comp:'))
    expect(long).toEqual([])
    expect(stdout).toMatch(/├[─◆●]+[█◆●]+┃[█◆●]+[─◆●]+┤/)
    expect(stdout).toMatch(/[▁-█]{10,}/)
    for (const word of ['typical', 'survey', 'Offers', 'p90', 'Experience', 'Confidence', 'Sources'])
      expect(stdout).toContain(word)
  })

  test('shows the id of its figure in one piece on 80 columns, to be copied', async () => {
    const { stdout } = await crm(['salary', 'show', 'staff swe', 'austin'], {
      ...here,
      terminal: { columns: 80 },
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/(?:\n| )comp:software-engineer:austin-tx:typical-staff:2025-Q2\n/)
  })

  test('without a city is national, and says where it pays most and least', async () => {
    const { stdout } = await crm(['salary', 'show', 'registered-nurse'], {
      ...here,
      terminal: { columns: 80 },
    })
    expect(stdout).toContain('Registered Nurse nationwide')
    expect(stdout).toMatch(/most: .*\n(.*\n)?.*least: /)
  })

  test('of one title among those of an occupation is the survey’s of all, and says so', async () => {
    const medianOf = async (role: string) =>
      (await crmJson(['salary', 'show', role, '--json'], here)).body.data.estimate.median as number
    expect(await medianOf('machine-learning-engineer')).toBe(await medianOf('python-developer'))
    const { stdout } = await crm(['salary', 'show', 'python-developer'], {
      ...here,
      terminal: { columns: 200 },
    })
    expect(stdout).toContain('The survey has no figure for this title alone')
  })

  test('can be another percentile', async () => {
    const body = (await crmJson([...NURSE, '--json'], here)).body.data
    const { stdout } = await crm([...NURSE, '--percentile', '75'], here)
    expect(stdout).toContain(`figure\t${body.distribution.p75}\npercentile\t75\n`)
    const median = await crm([...NURSE, '--percentile', '50'], here)
    expect(median.stdout).toContain(`figure\t${body.distribution.p50}\npercentile\t50\n`)
    const typical = await crm(NURSE, here)
    expect(typical.stdout).toContain(`figure\t${body.typical.median}\npercentile\ttypical\n`)
  })
})

test.each([
  ['show', 'staff swe', 'palo alto'],
  ['calculate', 'swe', 'sf'],
  ['lineage', 'comp:software-engineer:san-francisco-ca:base:2025-Q2'],
  ['lineage', 'occupation:29-1141:national:median:2025-Q2'],
  ['lineage', 'skill:machine-learning:national:premium:2025-Q2'],
  ['skills', 'data scientist'],
  ['methodology'],
  ['sources'],
  ['levels', 'google', 'meta'],
])('crm salary %s fits a terminal of 40 columns', async (...words) => {
  const { stdout, stderr } = await crm(['salary', ...words], {
    ...here,
    terminal: { columns: 40 },
    env: { NO_COLOR: '1' },
  })
  const lines = [stdout, stderr.replace(/.*\r/g, '')].join('\n').split('\n')
  expect(lines.filter((line) => widthOf(line) > 40)).toEqual([])
})

describe('words without quotes', () => {
  test.each([
    ['staff swe', 'software-engineer', 'staff', null],
    ['sales manager', 'sales-manager', null, null],
    ['training supervisor', 'training-and-development-specialist', null, null],
    ['senior data engineer sf', 'data-engineer', 'senior', 'san-francisco-ca'],
    ['staff nurse el paso', 'registered-nurse', null, 'el-paso-tx'],
    ['registered-nurse new york', 'registered-nurse', null, 'new-york-ny'],
    ['nurse bostn', 'registered-nurse', null, 'boston-ma'],
    ['accountant san fransisco', 'accountant', null, 'san-francisco-ca'],
  ])('“%s” are a role, or a role and a city at the end', async (words, role, level, city) => {
    const { code, body } = await crmJson(['salary', 'show', ...words.split(' '), '--json'], here)
    expect(code).toBe(0)
    expect(body.data).toMatchObject({ role: { slug: role }, city: city && { slug: city } })
    expect(body.data.understood.role?.experience ?? null).toBe(level)
  })

  test('mean the same to every verb that takes a role and a city', async () => {
    const [history, calculated, skills] = await Promise.all([
      crmJson(['salary', 'history', 'data', 'engineer', 'austin', '--json'], here),
      crmJson(['salary', 'calculate', 'data', 'engineer', 'austin', '--json'], here),
      crmJson(['salary', 'skills', 'data', 'engineer', '--json'], here),
    ])
    const meant = { role: { slug: 'data-engineer' }, city: { slug: 'austin-tx' } }
    expect(history.body.data).toMatchObject(meant)
    expect(calculated.body.data).toMatchObject(meant)
    expect(skills.body.data).toMatchObject({ role: meant.role })
  })

  test('that name a region of several cities list them, whichever region and however it is typed', async () => {
    const rows = readFileSync(join(import.meta.dirname, '../../sql/data/place_names.csv'), 'utf8').split('\n')
    const regions = rows.flatMap((row) => /^region,([^,]+),,\S+ \S/.exec(row)?.[1] ?? [])
    expect(regions.length).toBeGreaterThan(50)
    // “Capital” and “region” are words of titles.
    for (const region of regions.filter((each) => each !== 'capital region')) {
      const unquoted = await crm(['salary', 'show', 'accountant', ...region.split(' ')], here)
      expect(unquoted, region).toMatchObject({ code: 2, stdout: '' })
      expect(unquoted.stderr, region).toContain(`“${region}” could be any of`)
      const { code, stderr } = await crm(['salary', 'show', 'accountant', region], here)
      expect({ code, stderr }, region).toMatchObject({ code: 2, stderr: unquoted.stderr })
    }
  })

  test('that name no role or no city say how they were read and what to type', async () => {
    const foreign = await crm(['salary', 'show', 'plumber', 'qzxvw'], here)
    expect(foreign.code).toBe(3)
    expect(foreign.stderr).toContain('There is no city “qzxvw”.')
    expect(foreign.stderr).toContain('quote it: crm salary show "plumber qzxvw"')
    const misspelt = await crm(['salary', 'show', 'sofware', 'arkitect'], here)
    expect(misspelt).toMatchObject({
      code: 0,
      stderr: 'Understood “sofware arkitect” as software-architect.\n',
    })
    const guess = await crm(['salary', 'show', 'qzxvw', 'plumber'], here)
    expect(guess.code).toBe(0)
    expect(guess.stderr).toBe('Understood “qzxvw plumber” as plumber (a guess, 0.55). Not used: “qzxvw”.\n')
    const apart = await crm(['salary', 'compare', 'data', 'engineer', 'sf', 'nyc'], here)
    expect(apart.stderr).toContain('goes in quotes: crm salary compare "data engineer" sf "new york"')
    const nowhere = await crm(['salary', 'calculate', 'nurse', 'practitioner'], here)
    expect(nowhere).toMatchObject({ code: 2, stdout: '' })
    expect(nowhere.stderr).toContain('Name a city too')
    const unknown = await crm(['salary', 'calculate', 'rn', 'qzxvw'], here)
    expect(unknown).toMatchObject({ code: 3, stdout: '' })
    expect(unknown.stderr).toContain('There is no city “qzxvw”.')
  })
})

describe('an assertion', () => {
  test.each([
    [0, ['--min', '1k']],
    [0, ['--min', '$1,000', '--max', '900k']],
    [5, ['--min', '900000']],
    [5, ['--max', '1_000']],
    [2, ['--min', 'much']],
    [2, ['--min', '999999999999999999999']],
    [2, ['--min', '1,50']],
    [2, ['--min', '150']],
    [2, ['--max', '95.5']],
    [0, ['--min', '0']],
    [2, ['--min', '200k', '--max', '100k']],
    [2, ['--percentile', '60']],
    [2, ['--exp', 'wizard']],
  ])('exits with %i for %j', async (code, flags) => {
    expect((await crm([...NURSE, ...flags], here)).code).toBe(code)
  })

  test('that fails says so in one sentence, and the data is still printed', async () => {
    const { code, stdout, stderr } = await crm(
      [...NURSE, '--percentile', '90', '--min', '900k', '--json'],
      here,
    )
    expect(code).toBe(5)
    expect(stderr).toMatch(
      /^crm: Registered Nurse in El Paso, TX: the 90th percentile of \$[\d,]+ is below \$900,000 by [\d.]+ %\.\n$/,
    )
    expect(JSON.parse(stdout)).toHaveProperty('data.estimate.median')
  })

  test('applies to the requested experience level', async () => {
    const { stderr } = await crm([...NURSE, '--exp', 'staff', '--min', '900k'], here)
    expect(stderr).toContain('Registered Nurse, staff level, in El Paso, TX: the typical pay')
  })
})

describe('a lookup that fails', () => {
  test('an unknown role or city exits with 3, lists the nearest, and has the API’s error code', async () => {
    const role = await crmJson(['salary', 'show', 'qzxv', '--json'], here)
    expect(role).toMatchObject({ code: 3, body: { error: { code: 'role_not_found' } } })
    const city = await crmJson(['salary', 'show', 'registered-nurse', 'Atlantis', '--json'], here)
    expect(city).toMatchObject({ code: 3, body: { error: { code: 'city_not_found' } } })
    expect(city.body.error.hint).toMatch(/^No city has a name like it\. Nearest by spelling: atlanta-ga\b/)
    const nothing = await crm(['salary', 'show', 'asdf', 'qwerty'], here)
    expect(nothing).toMatchObject({ code: 3, stdout: '' })
    expect(nothing.stderr).toMatch(
      /^crm: There is no role “asdf qwerty”\.\nNo role has a name like it\. Nearest by spelling: [a-z-]+,.* See crm salary search WORDS or crm salary roles\.\n$/,
    )
  })

  test('ambiguous words exit with 2 and list the matches, the likeliest first', async () => {
    const { code, stdout, stderr } = await crm(['salary', 'show', 'pm'], here)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/“pm” could be any of \d:\n {2}product-manager +Product Manager \([\d.]+\)\n/)
    const city = await crm(['salary', 'show', 'registered-nurse', 'portland'], here)
    expect(city.code).toBe(2)
    expect(city.stderr).toContain('portland-or')
    const apart = await crm(['salary', 'show', 'barber portland'], here)
    expect(apart.stderr).toMatch(/“portland” could be any of 2:/)
    const level = await crm(['salary', 'show', 'staff', 'engineer'], here)
    expect(level).toMatchObject({ code: 2, stdout: '' })
    expect(level.stderr).toMatch(/“staff engineer” could be any of \d:\n {2}software-engineer /)
    const json = await crmJson(['salary', 'show', 'pm', '--json'], here)
    expect(json).toMatchObject({ code: 2, body: { error: { code: 'USAGE' } } })
  })

  test('a town is named together with the city it stands for', async () => {
    const bare = await crm(['salary', 'show', 'accountant', 'berlin'], here)
    expect(bare).toMatchObject({ code: 2, stdout: '' })
    expect(bare.stderr).toContain('Did you mean hartford-ct (Berlin, CT)?')
    expect(bare.stderr).toContain('The city in Germany has no figures')
    const full = await crm(['salary', 'show', 'accountant', 'Berlin, CT'], here)
    expect(full.stderr).toBe('Understood “Berlin, CT” as Berlin, CT, in the area of hartford-ct.\n')
    const abroad = await crm(['salary', 'show', 'software', 'engineer', 'bangalore'], here)
    expect(abroad.code).toBe(3)
    expect(abroad.stderr).toContain('It is in India, and only US cities have figures.')
    const several = await crm(['salary', 'show', 'accountant', 'dublin'], here)
    expect(several.stderr).toMatch(
      /could be any of 2:\n {2}columbus-oh \(Dublin, OH\)\n {2}san-francisco-ca \(Dublin, CA\)\n/,
    )
  })

  test('a role without pay data exits with 3 and the reason', async () => {
    const { code, stderr, stdout } = await crm(
      ['salary', 'show', 'airline-pilot', 'atlanta-ga', '--json'],
      here,
    )
    expect(code).toBe(3)
    expect(stderr).toContain('There is no figure for Airline Pilot in Atlanta, GA.')
    expect(JSON.parse(stdout)).toMatchObject({ data: { estimate: null } })
  })

  test('a lookup without a role is a usage error', async () => {
    expect((await crm(['salary', 'show'], here)).code).toBe(2)
    expect((await crm(['salary', 'compare', 'swe'], here)).code).toBe(2)
  })
})

test('a guessed role never satisfies a bound', async () => {
  const [guessed, sure] = await Promise.all([
    crm(['salary', 'show', 'qzxvw plumber', '--min', '1k'], here),
    crm(['salary', 'show', 'electrician', '--min', '1k'], here),
  ])
  expect(guessed.code).toBe(3)
  expect(guessed.stderr).toContain('“qzxvw plumber” was only guessed to be plumber')
  expect(sure.code).toBe(0)
})
