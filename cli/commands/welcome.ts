// What `npm start` prints on a new installation: locations, first credentials and example commands.
import type { Gateway } from '../../gateway/main.ts'

/** The greeting. Credentials are created on the first start and shown only then. */
export async function welcome({ url, core }: Gateway): Promise<string> {
  const { createLocalOwner, localOwner } = await import('../../core/identity/local-owner.ts')
  const { firstCredentials } = await import('./first-credentials.ts')
  const { makeOwnerLink } = await import('../../core/identity/owner-link.ts')
  const owner = await localOwner(core.services)
  const { link } = await makeOwnerLink(createLocalOwner(core.services, owner))
  const made = await firstCredentials(core.services, owner)
  const { databaseUrl, home } = core.services.config
  return [
    ``,
    `  crm is running at ${url}`,
    `  Reference: ${url}/docs`,
    `  Settings:  ${url}/settings?link=${link}`,
    `             signs you in, once, in the next five minutes; another: npx crm settings`,
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
    `    npx crm jobs add "Acme" "Staff Engineer" --salary '$180k-220k'`,
    `    npx crm jobs list`,
    `    npx crm next`,
    ``,
    `  Ctrl-C stops the gateway. The database stays for the terminal;`,
    `  npx crm db stop ends it.`,
    ``,
    ``,
  ].join('\n')
}
