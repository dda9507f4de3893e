/** Wage cells by occupation and area: OFLC levels I-IV as annual dollars (hourly × 2,080). */
import { HOURS_A_YEAR } from '../../core/intelligence/imports/layout.ts'
import { field, figure, type Raw } from './raw.ts'

export type AreaCell = ReturnType<typeof areaCells>[number]

export const areaCells = (raw: Raw) =>
  raw.read('oflc_wages/oflc_wages_2025_26.csv.gz').map((row) => {
    const scale = field(row, 'unit') === 'annual' ? 1 : HOURS_A_YEAR
    const wage = (name: string) => {
      const value = figure(row, name)
      return value === null ? null : value * scale
    }
    return {
      rawSoc: field(row, 'soc_code'),
      area: field(row, 'area_id'),
      // Level I is the mean of the lowest-paid third, level III the mean of the cell, in dollars a year.
      ...{ l1: wage('l1'), l2: wage('l2'), l3: wage('l3'), l4: wage('l4') },
      /** 1 means the area's own figures; more, the number of areas that share pooled figures. */
      sharing: Number(field(row, 'areas_sharing_value')),
    }
  })
