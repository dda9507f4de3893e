// The endpoint of compensation intelligence: `POST /api/v1/intelligence/mcp`.
import type { Express } from 'express'
import { listCapabilities } from '../../core/intelligence/analyses/capabilities.ts'
import type { Core } from '../../core/index.ts'
import { VERSION } from '../../core/version.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import { createEndpoint } from './endpoint.ts'
import { badOption, mountEndpoint } from './http.ts'
import { INSTRUCTIONS, next, TOOLS } from './intelligence-tools.ts'
import { INTELLIGENCE_MCP } from './protocol.ts'

export const mountIntelligenceMcp = (app: Express, core: Core, throttle: CredentialThrottle): void => {
  const endpoint = createEndpoint({
    serverInfo: { name: 'crm-intelligence', title: 'crm compensation intelligence', version: VERSION },
    instructions: () => INSTRUCTIONS,
    tools: TOOLS,
    next,
    isSame: true,
  })
  mountEndpoint(app, core, throttle, {
    path: INTELLIGENCE_MCP,
    choose({ query }) {
      const [strange] = Object.keys(query)
      return strange === undefined ? endpoint : badOption(`There is no option ${strange}.`)
    },
    gate: listCapabilities,
    wayTo: (scopes) => `Use a key that has ${scopes.join(' and ')}.`,
  })
}
