// A fixed seed makes property tests run the same examples each time, so a failure is reproducible. For wider
// searches use `npm run fuzz` or another seed: CRM_TEST_SEED=7 npm test.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['CRM_TEST_SEED'] ?? 20_261_120) })
