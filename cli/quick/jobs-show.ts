// The quick program’s `crm jobs show`.
import { showCommand } from '../commands/jobs-show.ts'
import { answering, type QuickCommand } from './answer.ts'

export const QUICK: QuickCommand = { path: 'jobs show', command: showCommand }
export const answer = answering(QUICK)
