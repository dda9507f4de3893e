// Operations to report your own pay, and to list your reports.
import { recordChange, transaction } from '../../database/transaction.ts'
import { isoOf } from '../../kernel/clock.ts'
import { pageIn, objectSchema } from '../../kernel/schema.ts'
import { newId } from '../../kernel/id.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf, type Window } from '../../kernel/page.ts'
import { find, payOf, RoleAndCity } from '../salaries/question.ts'
import { pointIdOf, subjectOf } from '../salaries/view.ts'
import * as store from '../store.ts'
import { plausibilityOf, Submission, SubmissionIn } from './submission.ts'
import { publishedOf, ReportedPay, quarterAt, reportsOf } from './reported.ts'

const SORT = '-createdAt'

const Page = objectSchema(pageIn)
const Submissions = objectSchema((z) => ({
  submissions: z.array(Submission()),
  next_cursor: z.string().nullable(),
  total: z.int(),
}))

export const addSubmission = operation({
  name: 'submissions.create',
  summary: 'Report your own pay. Groups of fewer than five are never published.',
  http: 'POST /api/v1/intelligence/submissions',
  access: 'intelligence:write',
  status: 201,
  input: SubmissionIn,
  output: Submission,
  async run(ctx, input) {
    const found = await find(ctx, { ...input, exp: input.experience })
    const band = found.experience
    const pay = payOf(found)
    const verdict = plausibilityOf(input.base, 'reason' in pay ? null : pay)
    return transaction(ctx, async (tx) => {
      const now = isoOf(tx.clock.now())
      const given: Submission = {
        id: newId(),
        role: found.role.slug,
        city: found.city?.slug ?? null,
        base: input.base,
        bonus: input.bonus ?? null,
        equity: input.equity ?? null,
        signing: input.signing ?? null,
        experience: band,
        years_of_experience: input.years_of_experience ?? null,
        company: input.company ?? null,
        status: verdict.status,
        status_reason: verdict.reason,
        reported_on: now.slice(0, 10),
        created_at: now,
      }
      const row = { ...given, ...(await store.insertSubmission(tx.sql, tx.principal.userId, given))?.numbers }
      recordChange(tx, 'submission', row.id, null, row)
      return row
    })
  },
})

export const showReported = operation({
  name: 'submissions.reported',
  summary: 'Show reported pay for a role, for groups of at least five people.',
  http: 'GET /api/v1/intelligence/submissions/reported',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: ReportedPay,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const { catalog, role, city } = found
    const figures = publishedOf(await reportsOf(ctx, role.slug, city?.slug ?? null))
    return {
      ...subjectOf(found),
      ...figures,
      data_point_id:
        figures.base && pointIdOf(catalog, { role, city }, 'reported', quarterAt(ctx.clock.now())),
    }
  },
})

export const listSubmissions = operation({
  name: 'submissions.list',
  summary: 'List your reports.',
  http: 'GET /api/v1/intelligence/submissions',
  access: 'intelligence:read',
  input: Page,
  output: Submissions,
  async run({ sql, principal: { userId } }, asked) {
    const list = (window: Window) => store.listSubmissions(sql, userId, window)
    const count = () => store.countSubmissions(sql, userId)
    const { rows, nextCursor, total } = await pageOf(asked, SORT, list, count)
    return { submissions: rows.map(store.submissionOf), next_cursor: nextCursor, total }
  },
})
