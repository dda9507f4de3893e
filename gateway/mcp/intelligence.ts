// The door of compensation intelligence: `POST /api/v1/intelligence/mcp`.
import type { Express } from 'express'
import { listCapabilities } from '../../core/intelligence/analyses/operations.ts'
import type { Core } from '../../core/index.ts'
import { VERSION } from '../../core/version.ts'
import type { Strangers } from '../http/strangers.ts'
import { createDoor, type Offer } from './door.ts'
import { mountDoor } from './http.ts'
import { INSTRUCTIONS, next, TOOLS } from './intelligence-tools.ts'
import { INTELLIGENCE_MCP } from './path.ts'

/** What this door offers. */
export const intelligenceOffer: Offer = {
  serverInfo: { name: 'crm-intelligence', title: 'crm compensation intelligence', version: VERSION },
  instructions: () => INSTRUCTIONS,
  tools: TOOLS,
  next,
}

/** Mounts the door. A key that may call one tool may call them all. */
export const mountIntelligenceDoor = (app: Express, core: Core, strangers: Strangers): void =>
  mountDoor(app, core, strangers, {
    path: INTELLIGENCE_MCP,
    door: createDoor(intelligenceOffer),
    gate: listCapabilities,
    wayTo: (scope) => `Use a key that has ${scope}.`,
  })
