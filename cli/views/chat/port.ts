// The chat's access to models, operations and the clock.
import type { Message } from '../../../core/assistants/model.ts'
import type { ToolCall } from '../../../core/scout/tools.ts'
import type { TurnEvent } from '../../../core/scout/turn.ts'

export interface Talk {
  messages: readonly Message[]
  /** Asked before something is changed. */
  approve: (call: ToolCall) => Promise<boolean>
  /** Ends the turn: somebody does not want to hear more. */
  signal: AbortSignal
}

export interface ChatPort {
  /** One turn, as it is said. */
  talk(talk: Talk): AsyncIterable<TurnEvent>
}
