// The medians of an annual report resolve to their sources.
import { expect, test } from 'vitest'
import { showLineage } from '../../../core/intelligence/lineage/show.ts'
import { annualReport } from '../../../core/intelligence/reports/annual.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

test.each(['2013', '2019', '2025'])(
  'every median of the report of %s is that of its data point',
  async (year) => {
    const user = as(core(), await aUser(core()))
    const { best_paid, largest, risers, fallers } = await call(annualReport, user, { year })
    const rows = [...best_paid, ...largest, ...risers, ...fallers]
    const known = rows.filter(({ data_point_id }) => data_point_id !== null)
    expect(known.length).toBeGreaterThan(0.9 * rows.length)
    for (const { data_point_id, median } of known) {
      const { value, quarter } = await call(showLineage, user, { data_point_id: data_point_id! })
      expect([value, quarter]).toEqual([median, `${year}-Q2`])
    }
  },
)
