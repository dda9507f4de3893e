// Operations of Scout: fetching a posting, chat actions, and chat.
import type { Operation } from '../kernel/operation.ts'
import type { Stream } from '../kernel/stream.ts'
import { act } from './actions.ts'
import { scoutChat, scoutChatV2 } from './chat.ts'
import { fetchJd } from './fetch-posting.ts'

export const operations: readonly Operation[] = [fetchJd, act, scoutChatV2]

export const streams: readonly Stream[] = [scoutChat]
