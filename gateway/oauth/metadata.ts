// OAuth metadata, below the paths it describes: at the root, hosts with a key would sign in (decision 0081).
import { GRANTS } from '../../core/identity/grants.ts'
import { PIPELINE_MCP } from '../mcp/protocol.ts'

const ISSUER_PATH = '/oauth'
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${PIPELINE_MCP}`
export const SERVER_METADATA = `/.well-known/oauth-authorization-server${ISSUER_PATH}`

export const audienceOf = (base: string): string => `${base}${PIPELINE_MCP}`
export const issuerOf = (base: string): string => `${base}${ISSUER_PATH}`

/** Lists only the two bundles, because clients request every scope listed; the user narrows them (RFC 9728). */
export const resourceMetadata = (base: string) => ({
  resource: audienceOf(base),
  authorization_servers: [issuerOf(base)],
  scopes_supported: ['read-only', 'read-write'],
  bearer_methods_supported: ['header'],
  resource_name: 'crm: your job search',
  resource_documentation: `${base}/docs`,
})

export const serverMetadata = (base: string) => ({
  issuer: issuerOf(base),
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  registration_endpoint: `${base}/oauth/register`,
  revocation_endpoint: `${base}/oauth/revoke`,
  scopes_supported: ['read-only', 'read-write', ...GRANTS],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})
