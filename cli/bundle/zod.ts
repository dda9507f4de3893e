// zod as one module, built first, so that lazy loading finds it complete.
export * from 'zod'
export { z } from 'zod'
