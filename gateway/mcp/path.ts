// The paths of the MCP endpoints.

/** The endpoint of compensation intelligence. */
export const INTELLIGENCE_MCP = '/api/v1/intelligence/mcp'

/** The endpoint of the pipeline; the pipeline's REST API is below the same path. */
export const PIPELINE_MCP = '/api/mcp'
