/** Guarantees about the shipped tables, and that the manifest is correct. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../../core/intelligence/file/csv.ts'
import { openCatalog } from '../../../core/intelligence/file/catalog.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { sameWords } from '../../../sql/build/filed-title.ts'
import { companies } from '../../../core/intelligence/levels/companies.ts'

const folder = fileURLToPath(new URL('../../../sql/data/', import.meta.url))
const shipped = openShipped()
const catalog = openCatalog(shipped)
const references = openReferences(shipped)
const manifest = readManifest(folder)

describe('the manifest', () => {
  it('names every file, its rows and its digest', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.csv.gz'))
    // ZIP codes are taken from a package as they are.
    expect([...manifest.tables.map((table) => table.file), 'zips.csv.gz'].sort()).toEqual(files.sort())
    for (const table of manifest.tables) {
      const text = gunzipSync(readFileSync(join(folder, table.file))).toString('utf8')
      expect(createHash('sha256').update(text).digest('hex'), table.name).toBe(table.sha256)
      expect(text.split('\n').length - 2, table.name).toBe(table.rows)
      expect(text.slice(0, text.indexOf('\n')), table.name).toBe(table.columns.join(','))
    }
  })

  it('gives every source a licence, and CC BY sources their attribution', () => {
    for (const table of manifest.tables)
      for (const source of table.sources) expect(manifest.sources[source], source).toBeDefined()
    for (const source of Object.values(manifest.sources)) {
      if (source.licence.startsWith('CC BY')) expect(source.attribution).toBeTruthy()
    }
  })

  it('keeps the whole data set within a few megabytes', () => {
    const bytes = manifest.tables.reduce(
      (sum, table) => sum + readFileSync(join(folder, table.file)).length,
      0,
    )
    expect(bytes).toBeLessThan(5_000_000)
  })
})

describe('coverage', () => {
  it('has the promised number of roles, specialised roles, cities and ladders', () => {
    expect(catalog.roles().length).toBeGreaterThanOrEqual(3445)
    expect(catalog.roles().filter((role) => role.specialized).length).toBeGreaterThanOrEqual(598)
    expect(catalog.cities().length).toBe(107)
    expect(companies(references).length).toBeGreaterThanOrEqual(54)
    expect(catalog.occupations().length).toBe(830)
  })

  it('has one role for a job, however its words are ordered and joined, and whether they are plurals', () => {
    const names = catalog.roles().map(({ title }) => sameWords(title))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it.each([
    'software-engineer',
    'product-manager',
    'data-scientist',
    'registered-nurse',
    'electrician',
    'truck-driver',
    'elementary-school-teacher',
    'accountant',
    'attorney',
    'pharmacist',
    'dentist',
    'mechanical-engineer',
    'civil-engineer',
    'plumber',
    'carpenter',
    'welder',
    'chef',
    'cashier',
    'data-engineer',
    'machine-learning-engineer',
    'devops-engineer',
    'site-reliability-engineer',
    'ux-researcher',
    'product-designer',
    'graphic-designer',
    'project-manager',
    'financial-analyst',
    'marketing-manager',
    'sales-manager',
    'human-resources-manager',
    'recruiter',
    'paralegal',
    'physician',
    'nurse-practitioner',
    'physical-therapist',
    'police-officer',
    'firefighter',
    'flight-attendant',
    'librarian',
    'social-worker',
    'veterinarian',
  ])('has the role %s', (slug) => expect(catalog.role(slug)?.slug).toBe(slug))

  it('has one slug per role, each with a known occupation and a reason', () => {
    expect(new Set(catalog.roles().map((role) => role.slug)).size).toBe(catalog.roles().length)
    for (const role of catalog.roles()) {
      expect(catalog.occupation(role.soc)?.soc, role.slug).toBe(role.soc)
      expect(role.reason).not.toBe('')
      expect(role.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  it('has every occupation as at least one role, and an outlook for most', () => {
    const socs = new Set(catalog.roles().map((role) => role.soc))
    expect(catalog.occupations().filter((row) => !socs.has(row.soc))).toEqual([])
    expect(catalog.occupations().filter(({ soc }) => references.outlook(soc)).length).toBeGreaterThan(700)
  })

  it('has national pay for 2013 to 2025, and the published medians of May 2025', () => {
    const median = (soc: string) => catalog.national(soc)?.find((row) => row.year === 2025)?.percentiles[2]
    expect(catalog.national('29-1141')?.map((row) => row.year)).toEqual([
      2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025,
    ])
    expect(median('15-1252')).toBe(135_980)
    expect(median('29-1141')).toBe(97_550)
  })
})

describe('aliases', () => {
  const aliases = gunzipSync(readFileSync(join(folder, 'aliases.csv.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

  it('lead to roles that exist, with a weight in (0, 1]', () => {
    expect(aliases.length).toBeGreaterThan(46_000)
    for (const [slug = '', text = '', weight] of aliases) {
      if (!catalog.role(slug)) throw new Error(`${text} leads to ${slug}, which is no role.`)
      if (!(Number(weight) > 0 && Number(weight) <= 1)) throw new Error(`${text} weighs ${weight}.`)
    }
  })

  it.each([
    ['swe', 'software-engineer'],
    ['rn', 'registered-nurse'],
    ['staff nurse', 'registered-nurse'],
    ['cpa', 'accountant'],
    ['cdl', 'truck-driver'],
    ['sdet', 'qa-engineer'],
    ['pm', 'product-manager'],
  ])('%s is %s', (text, slug) => expect(aliases.find((row) => row[1] === text)?.[0]).toBe(slug))
})
