// The paths of the MCP endpoints.

/** Compensation intelligence. */
export const INTELLIGENCE_MCP = '/api/v1/intelligence/mcp'

/** The pipeline. Below it stands the plain REST of the same. */
export const PIPELINE_MCP = '/api/mcp'
