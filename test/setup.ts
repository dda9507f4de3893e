// Properties are checked on the same examples each time, so that a red run means a change and not the dice. The longer
// searches are `npm run fuzz` and a run with another seed: CRM_TEST_SEED=7 npm test.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['CRM_TEST_SEED'] ?? 20_261_120) })
