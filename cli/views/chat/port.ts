// The chat's access to models, operations and the clock.
import type { Message } from '../../../core/assistants/exchange.ts'
import type { ToolCall } from '../../../core/scout/tools.ts'
import type { TurnEvent } from '../../../core/scout/turn.ts'

export interface Talk {
  messages: readonly Message[]
  approve: (call: ToolCall) => Promise<boolean>
  signal: AbortSignal
}

export interface ChatPort {
  talk(talk: Talk): AsyncIterable<TurnEvent>
}
