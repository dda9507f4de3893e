// The OAuth routes in the OpenAPI document, briefly: the standards describe them.
import { RESOURCE_METADATA, SERVER_METADATA } from '../oauth/metadata.ts'
import { inJson, type Content, type OpenApiOperation } from './operation-object.ts'

const json = (example: object) => inJson({ type: 'object' }, example)
const TOKENS = { access_token: 'mcp_…', token_type: 'Bearer', expires_in: 3_600, refresh_token: 'mcr_…' }
const JSON_ANSWER = json(TOKENS)
const CLIENT = { client_name: 'My agent', redirect_uris: ['http://127.0.0.1:7777/callback'] }
const TEXT = { type: 'string' }
const PAGE = { 'text/html': { schema: TEXT, example: '<!doctype html>…' } }
const form = (example: object) => ({
  'application/x-www-form-urlencoded': { schema: { type: 'object' }, example },
})
const FORM = form({ grant_type: 'authorization_code', code: '…', code_verifier: '…', client_id: '…' })
const REFUSED_PAGE = { description: 'Refused, with a page that says why.', content: PAGE }
const REFUSED = {
  description: 'Refused.',
  content: inJson(
    { type: 'object', properties: { error: TEXT, error_description: TEXT } },
    { error: 'invalid_grant', error_description: 'The code was used already.' },
  ),
}

interface Details {
  status?: number
  body?: Content
  answer?: object
  /** The form of a refusal; default: JSON. */
  refused?: object
  also?: Record<number, string>
}

const described = (
  id: string,
  summary: string,
  { status = 200, body, answer = JSON_ANSWER, refused = REFUSED, also = {} }: Details,
): OpenApiOperation => ({
  operationId: `oauth.${id}`,
  summary,
  tags: ['oauth'],
  security: [],
  parameters: [],
  ...(body && { requestBody: { required: true, content: body } }),
  responses: {
    [status]: { description: 'OK', content: answer },
    400: refused,
    ...Object.fromEntries(Object.entries(also).map(([code, description]) => [code, { description }])),
  },
})

export const OAUTH_PATHS: Readonly<Record<string, Record<string, OpenApiOperation>>> = {
  [RESOURCE_METADATA]: {
    get: described('resource', 'Protected-resource metadata of the MCP endpoint (RFC 9728).', {
      answer: json({
        resource: 'https://crm.example.com/api/mcp',
        authorization_servers: ['https://crm.example.com'],
      }),
    }),
  },
  [SERVER_METADATA]: {
    get: described('server', 'Authorization server metadata (RFC 8414).', {
      answer: json({
        issuer: 'https://crm.example.com',
        token_endpoint: 'https://crm.example.com/oauth/token',
      }),
    }),
  },
  '/oauth/register': {
    post: described('register', 'Register a client (RFC 7591). This grants nothing.', {
      status: 201,
      body: json(CLIENT),
      answer: json({ client_id: '…', ...CLIENT }),
    }),
  },
  '/oauth/authorize': {
    get: described('authorize', 'The consent page: authorization code flow with PKCE S256.', {
      answer: PAGE,
      refused: REFUSED_PAGE,
      also: { 302: 'To the sign-in page, or back to the program with an error.' },
    }),
    post: described('decide', 'Submit the consent page.', {
      status: 302,
      body: FORM,
      answer: PAGE,
      refused: REFUSED_PAGE,
      also: { 401: 'No longer signed in.' },
    }),
  },
  '/oauth/token': {
    post: described('token', 'Exchange an authorization code or a refresh token for tokens.', {
      body: FORM,
    }),
  },
  '/oauth/revoke': {
    post: described('revoke', 'Revoke a token and its grant (RFC 7009).', {
      body: form({ token: 'mcr_…', client_id: '…' }),
      answer: json({}),
    }),
  },
}
