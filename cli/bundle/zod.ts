// zod as one module: built first, so that whoever loads it late finds it whole.
export * from 'zod'
export { z } from 'zod'
