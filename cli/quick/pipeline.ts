// The quick program’s `crm pipeline`.
import { first } from '../../core/kernel/must.ts'
import { group } from '../commands/pipeline.ts'
import { answering, type QuickCommand } from './answer.ts'

export const QUICK: QuickCommand = { path: 'pipeline', command: first(group.commands) }
export const answer = answering(QUICK)
