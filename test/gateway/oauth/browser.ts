// A user in a browser and a client that requests access, with the official client's own OAuth.
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { signSession, startSession } from '../../../core/identity/sessions.ts'
import { transaction } from '../../../core/database/transaction.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import type { Tier } from '../../../core/kernel/family.ts'
import { as, aUser } from '../../harness.ts'
import type { TestGateway } from '../harness.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

export interface Person {
  principal: Principal
  cookie: string
}

/** A signed-in user. */
export async function aPerson(gateway: TestGateway, tier: Tier = 'ultra'): Promise<Person> {
  const { core } = gateway
  const principal = await aUser(core, { tier })
  const session = await transaction(as(core, principal), (tx) => startSession(tx, principal.userId))
  const { token } = await signSession(core.services, principal.userId, session)
  return { principal, cookie: `sb-access-token=${token}` }
}

/** The client's stored state. */
export interface Program extends OAuthClientProvider {
  asked: URL | undefined
  held: OAuthTokens | undefined
  information: OAuthClientInformationMixed | undefined
}

export function aProgram(options: { method?: string; metadataUrl?: string } = {}): Program {
  let verifier = ''
  const program: Program = {
    asked: undefined,
    held: undefined,
    information: undefined,
    redirectUrl: REDIRECT,
    ...(options.metadataUrl && { clientMetadataUrl: options.metadataUrl }),
    clientMetadata: {
      client_name: 'Test Host',
      redirect_uris: [REDIRECT],
      ...(options.method && { token_endpoint_auth_method: options.method }),
    },
    state: () => 'state-1',
    clientInformation: () => program.information,
    saveClientInformation: (information) => void (program.information = information),
    tokens: () => program.held,
    saveTokens: (tokens) => void (program.held = tokens),
    redirectToAuthorization: (url) => void (program.asked = url),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
  }
  return program
}

/** The form fields in a page. */
function formIn(html: string): { ticket: string; grants: string[] } {
  const ticket = /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const boxes = [...html.matchAll(/name="grant" value="([^"]+)"[^>]*?( checked)?>/g)]
  return { ticket, grants: boxes.filter(([, , checked]) => checked).map(([, value]) => value!) }
}

/** Submits the page's form as the user; returns the address of the redirect. */
export async function decide(
  gateway: TestGateway,
  { cookie }: Person,
  asked: URL,
  { decision = 'allow', grants }: { decision?: string; grants?: string[] } = {},
): Promise<URL> {
  const page = await gateway.request('GET', asked.pathname + asked.search, { headers: { cookie } })
  if (page.status !== 200) throw new Error(`${page.status} ${page.headers.get('location')} ${page.text}`)
  const form = formIn(page.text)
  const body = new URLSearchParams({ ticket: form.ticket, decision })
  for (const grant of grants ?? form.grants) body.append('grant', grant)
  const { status, headers, text } = await gateway.request('POST', '/oauth/authorize', {
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: gateway.url },
    body: body.toString(),
  })
  if (status !== 302) throw new Error(`${status} ${text}`)
  return new URL(headers.get('location')!)
}

/** Authorises a client, from registration to tokens. */
export async function letIn(
  gateway: TestGateway,
  person: Person,
  program = aProgram(),
  grants?: string[],
): Promise<Program> {
  const serverUrl = `${gateway.url}/api/mcp`
  await auth(program, { serverUrl })
  const answer = await decide(gateway, person, program.asked!, { ...(grants && { grants }) })
  await auth(program, { serverUrl, authorizationCode: answer.searchParams.get('code')! })
  return program
}
