// What can be asked of Scout: reading a posting's page, and acting on the pipeline.
import type { Operation } from '../kernel/operation.ts'
import { fetchJd } from './fetch-posting.ts'

export const operations: readonly Operation[] = [fetchJd]
