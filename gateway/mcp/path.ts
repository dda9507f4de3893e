// Where the door of compensation intelligence is.

export const INTELLIGENCE_MCP = '/api/v1/intelligence/mcp'
