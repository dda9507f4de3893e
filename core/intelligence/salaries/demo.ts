// A public sample response, with instructions for getting others.
import { must } from '../../kernel/narrow.ts'
import { serviceUrl } from '../../config.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing, objectSchema } from '../../kernel/schema.ts'
import { byExperience } from '../estimates/estimate.ts'
import { cachedResponse } from '../response-cache.ts'
import { find, payOf } from './question.ts'
import * as out from './records.ts'
import { cityView, estimateView, roleView } from './view.ts'

const Demo = objectSchema((z) => ({
  demo: z.literal(true),
  note: z.string(),
  role: out.RoleOut(),
  city: out.CityOut(),
  estimate: out.EstimateOut().nullable(),
  by_experience: out.BandsOut().nullable(),
  docs_url: z.string().meta({ format: 'uri' }),
  signup_url: z.string().meta({ format: 'uri' }),
  sdk_quickstart: z.strictObject({ typescript: z.string(), curl: z.string() }),
}))

const DEMO = { role: 'software-engineer', city: 'san-francisco-ca' }

export const showDemo = operation({
  name: 'salaries.demo',
  summary: 'Show a sample response, without a key.',
  http: 'GET /api/v1/intelligence/salaries/demo',
  access: 'public',
  input: Nothing,
  output: Demo,
  run: (ctx) =>
    cachedResponse(ctx, 'demo', async () => {
      const found = await find(ctx, DEMO)
      const pay = payOf(found, null)
      const url = serviceUrl(ctx.config)
      return {
        demo: true as const,
        note: 'Real figures for one role in one city. A free key covers every role and city.',
        role: roleView(found.catalog, found.role),
        city: cityView(must(found.city)),
        estimate: 'reason' in pay ? null : estimateView(found.catalog, pay),
        by_experience: byExperience(found.catalog, DEMO.role, DEMO.city),
        docs_url: `${url}/docs`,
        signup_url: `${url}/settings`,
        sdk_quickstart: quickstart(url),
      }
    }),
})

function quickstart(url: string) {
  const address = `${url}/api/v1/intelligence/salaries?role=${DEMO.role}&city=${DEMO.city}`
  return {
    typescript: [
      `const answer = await fetch('${address}', {`,
      '  headers: { Authorization: `Bearer ${process.env.INTELLIGENCE_API_KEY}` },',
      '})',
      'const { data } = await answer.json()',
      'console.log(data.estimate.median)',
    ].join('\n'),
    curl: `curl -H "Authorization: Bearer $INTELLIGENCE_API_KEY" '${address}'`,
  }
}
