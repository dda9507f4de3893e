// The medians of an annual report resolve to their sources.
import { expect, test } from 'vitest'
import { showLineage } from '../../../core/intelligence/lineage/operations.ts'
import { nationalYear } from '../../../core/intelligence/file/catalog.ts'
import { BREAKS } from '../../../core/intelligence/history/history.ts'
import { occupationPointId } from '../../../core/intelligence/lineage/data-point.ts'
import { annualReport } from '../../../core/intelligence/reports/annual.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

test.each(['2013', '2019', '2025'])(
  'every median of the report of %s is that of its data point',
  async (year) => {
    const user = as(core(), await aUser(core()))
    const { best_paid, largest, risers, fallers } = await call(annualReport, user, { year })
    for (const { data_point_id, median } of [...best_paid, ...largest, ...risers, ...fallers]) {
      const { value, quarter } = await call(showLineage, user, { data_point_id })
      expect([data_point_id, value, quarter]).toEqual([data_point_id, median, `${year}-Q2`])
    }
  },
)

test.each(['2013', '2021', '2025'])(
  'the line of all occupations of %s is that of its data point',
  async (year) => {
    const user = as(core(), await aUser(core()))
    const { nation, reasons } = await call(annualReport, user, { year })
    const { data_point_id, ...figures } = nation
    const { role, occupation, value, inputs, note } = await call(showLineage, user, { data_point_id })
    expect({ role, occupation }).toEqual({
      role: null,
      occupation: { soc_code: '00-0000', soc_title: 'All occupations' },
    })
    expect(value).toBe(figures.median)
    expect(inputs).toMatchObject(figures)
    const isCompared = year === '2025'
    expect([figures.median_change_pct !== null, !reasons['nation.median_change_pct']]).toEqual([
      isCompared,
      isCompared,
    ])
    expect(note).toBe(year === '2021' ? `Not comparable with the year before: ${BREAKS[2021]}` : null)
  },
)

test('every occupation with a published median has a data point, whether a role bears its name or not', async () => {
  const user = as(core(), await aUser(core()))
  const { catalog } = await user.intelligence.fullDataset()
  const published = catalog
    .occupations()
    .filter(({ soc }) => nationalYear(catalog, soc, 2025)?.percentiles[2])
  expect(published.length).toBeGreaterThan(800)
  for (const { soc, title } of published) {
    const data_point_id = occupationPointId(soc, 2025)
    const { value, occupation, sources } = await call(showLineage, user, { data_point_id })
    expect([soc, value]).toEqual([soc, nationalYear(catalog, soc, 2025)!.percentiles[2]])
    expect(occupation).toEqual({ soc_code: soc, soc_title: title })
    expect(sources.map(({ name }) => name)).toEqual(['soc', 'bls_oews'])
  }
})
