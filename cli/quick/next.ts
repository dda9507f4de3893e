// The quick program’s `crm next`.
import { first } from '../../core/kernel/must.ts'
import { group } from '../commands/next.ts'
import { answering, type QuickCommand } from './answer.ts'

export const QUICK: QuickCommand = { path: 'next', command: first(group.commands) }
export const answer = answering(QUICK)
