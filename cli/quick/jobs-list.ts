// The quick program’s `crm jobs list`.
import { listCommand } from '../commands/jobs-read.ts'
import { answering, type QuickCommand } from './answer.ts'

export const QUICK: QuickCommand = { path: 'jobs list', command: listCommand }
export const answer = answering(QUICK)
