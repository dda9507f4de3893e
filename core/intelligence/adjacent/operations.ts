// The operation that lists related roles and their pay in the same place.
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import type { LookupResult } from '../question.ts'
import { percentOf } from '../percent.ts'
import { find, cachedPayResponse, payOf, RoleAndCity } from '../salaries/question.ts'
import * as out from '../salaries/records.ts'
import { pointOf, roleView, subjectOf } from '../salaries/view.ts'
import { adjacentTo } from './adjacent.ts'

const AdjacentOut = objectSchema((z) => ({
  ...out.subjectOut(),
  opportunities: z.array(
    z.strictObject({
      role: out.RoleOut(),
      closeness: z.number().describe('0 to 1: shared skills, weighted with O*NET’s related occupations.'),
      median: z.int(),
      pay_change_pct: z.number().describe('Relative to the role asked about.'),
      skill_gaps: z.array(z.string()).describe('Skills that are more important there.'),
      requires: z
        .string()
        .nullable()
        .describe('The degree and licence of a next step in the profession; null where none is needed.'),
      data_point_id: z.string(),
    }),
  ),
  reasons: out.ReasonsOut(),
}))

export const listAdjacent = operation({
  name: 'adjacent.list',
  summary: 'List related roles, with their pay in the same place.',
  http: 'GET /api/v1/intelligence/adjacent',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: AdjacentOut,
  async run(ctx, input) {
    const found = await find(ctx, input)
    return cachedPayResponse(ctx, found, 'adjacent', () => {
      const { catalog, references, role, city } = found
      const near = adjacentTo(catalog, references, role, city)
      return {
        ...subjectOf(found),
        opportunities: near.map((one) => ({
          role: roleView(catalog, one.role),
          closeness: one.closeness,
          median: one.median,
          pay_change_pct: percentOf(one.payChange),
          skill_gaps: [...one.gaps],
          requires: one.requires,
          data_point_id: pointOf(catalog, { role: one.role, city }, 'typical'),
        })),
        reasons: near.length ? {} : { opportunities: reasonFor(found) },
      }
    })
  },
})

function reasonFor(found: LookupResult): string {
  const pay = payOf(found, null)
  return 'reason' in pay ? pay.reason : 'The sources relate no work with a figure here to this one.'
}
