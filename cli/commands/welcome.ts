// What `npm start` prints on a new installation: locations, first credentials and example commands.
import type { Gateway } from '../../gateway/main.ts'
import { addKey, addToken, listTokens } from '../../core/identity/operations.ts'
import { neverAborts, type Context, type Principal, type Services } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { VERSION } from '../../core/version.ts'

/** The greeting. Credentials are created on the first start and shown only then. */
export async function welcome({ url, core }: Gateway): Promise<string> {
  const { userCreationContext, localOwner } = await import('../../core/identity/local-owner.ts')
  const { makeOwnerLink } = await import('../../core/identity/owner-link.ts')
  const owner = await localOwner(core.services)
  const { link } = await makeOwnerLink(userCreationContext(core.services, owner))
  const made = await firstCredentials(core.services, owner)
  const { databaseUrl, home } = core.services.config
  return [
    ``,
    `  crm is running at ${url}`,
    `  Reference: ${url}/docs`,
    `  Settings:  ${url}/settings?link=${link}`,
    `             signs you in once, within five minutes; another: npx crm settings`,
    ``,
    `  Owner   you, at this machine’s terminal: no sign-in needed`,
    `  Data    ${databaseUrl ? 'the database of DATABASE_URL' : home}`,
    ...(made
      ? [
          `  Token   ${made.token}`,
          `          read-write, for the pipeline: Authorization: Bearer …`,
          `  Key     ${made.key}`,
          `          for salary data`,
          `          Both are shown this once. More:`,
          `            npx crm tokens create --name laptop --scope read-write`,
          `            npx crm keys create --name laptop`,
        ]
      : [
          `  Token   made before. Another:`,
          `            npx crm tokens create --name laptop --scope read-write`,
          `  Key     made before. Another: npx crm keys create --name laptop`,
        ]),
    ``,
    `  Try, in another terminal here:`,
    `    npx crm add "Acme" "Staff Engineer" --salary '$180k-220k'`,
    `    npx crm ls`,
    `    npx crm next`,
    ``,
    `  To type crm alone instead of npx crm: npm link, here in this folder.`,
    ``,
    `  Ctrl-C stops the gateway. The database stays for the terminal;`,
    `  npx crm db stop ends it.`,
    ``,
    ``,
  ].join('\n')
}

async function firstCredentials(services: Services, principal: Principal) {
  const context: Context = {
    ...services,
    principal,
    requestId: 'first-start',
    client: `crm/${VERSION}`,
    signal: neverAborts,
    operation: '',
    report: {},
  }
  const { total } = await invoke(listTokens, context, {})
  if (total > 0) return null
  const { token } = await invoke(addToken, context, { name: 'first token', scope: 'read-write' })
  const { key } = await invoke(addKey, context, { name: 'first key', tier: 'ultra' })
  return { token: String(token), key: String(key) }
}
