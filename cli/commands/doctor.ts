// `crm doctor`: versions, the source of each setting, and problems.
import { asCrmError } from '../../core/kernel/errors.ts'
import { unreached } from '../../core/kernel/system-causes.ts'
import { accessSync, constants, existsSync } from 'node:fs'
import { settingsOf, type Config } from '../../core/config.ts'
import { checkSchema, databaseAddressOf } from '../../core/startup.ts'
import { serverStatus, stateWords } from '../../core/database/embedded.ts'
import { openVerified } from '../../core/intelligence/file/verify.ts'
import { showUsage } from '../../core/intelligence/about/directory.ts'
import { checkPrices } from '../../core/billing/operations.ts'
import { redact } from '../../core/kernel/log.ts'
import { getMe } from '../../core/account/operations.ts'
import { VERSION } from '../../core/version.ts'
import { reasonOf } from '../advice.ts'
import type { Command, Run } from '../command.ts'
import { withServices } from '../local.ts'
import { finding, type Finding } from './finding.ts'

// Node 20: the oldest version that `engines` in package.json allows.
function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 20 || (major === 20 && minor >= 19)
  return finding('node', ok, `${process.version}${ok ? '' : ', at least 20.19 is needed'}`)
}

function checkHome({ home }: Config): Finding {
  if (!existsSync(home)) return finding('home', true, `${home} (made on first use)`)
  try {
    accessSync(home, constants.R_OK | constants.W_OK)
    return finding('home', true, home)
  } catch {
    return finding('home', false, `${home} cannot be written`)
  }
}

function checkPay(): Finding {
  try {
    const { digest, tables } = openVerified()
    return finding('pay', true, `${digest.slice(0, 12)}, ${tables.length} tables`)
  } catch (error) {
    return finding('pay', false, asCrmError(error).message)
  }
}

/** The database, without creating, starting or finishing anything. */
async function checkDatabase(config: Config): Promise<Finding> {
  try {
    const at = databaseAddressOf(config)
    return typeof at === 'string' ? await checkRunning(config, redact(at)) : await checkEmbedded(config)
  } catch (error) {
    const refusal = asCrmError(error)
    return finding('database', false, [refusal.message, refusal.hint].filter(Boolean).join(' '))
  }
}

async function checkEmbedded(config: Config): Promise<Finding> {
  const status = await serverStatus(config.home)
  if (status.running) {
    const { ok, detail } = await checkRunning(config, status.socketFolder)
    return finding('database', ok, `${stateWords(status)}, ${detail}`)
  }
  const next =
    status.state === 'absent' ? ' (made on first use)' : status.state === 'stopped' ? ' (started on use)' : ''
  return finding('database', true, `${stateWords(status)}${next}`)
}

async function checkRunning(config: Config, where: string): Promise<Finding> {
  try {
    return await withServices(config, async ({ sql }) => {
      const schema = await checkSchema(sql)
      const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
      const detail = `PostgreSQL ${row?.version} at ${where}, schema ${schema === 'ready' ? 'current' : 'to be migrated'}`
      return finding('database', true, detail)
    })
  } catch (error) {
    const refusal = asCrmError(error)
    const next = refusal.hint ?? reasonOf(refusal)
    return finding('database', false, `${where}: ${refusal.message}${next && ` ${next}`}`)
  }
}

async function checkStripe(config: Config): Promise<Finding[]> {
  if (config.stripeSecretKey === null) return []
  try {
    const wrong = await withServices(config, checkPrices)
    const detail = wrong.map(({ variable, problem }) => `${variable}: ${problem}`).join('; ')
    return [finding('stripe prices', !wrong.length, detail || 'as they are shown')]
  } catch (error) {
    return [finding('stripe prices', false, asCrmError(error).message)]
  }
}

async function checkServer({ server }: Config): Promise<Finding> {
  const { request } = (await import('undici')).default
  try {
    const { statusCode, body } = await request(`${server}/readyz`, {
      headersTimeout: 5_000,
      bodyTimeout: 5_000,
    })
    await body.dump()
    return finding('server', statusCode === 200, `${server} answers ${statusCode}`)
  } catch (error) {
    return finding('server', false, `${server} cannot be reached: ${unreached(error)}`)
  }
}

async function checkCredential(check: string, asked: Promise<unknown>): Promise<Finding> {
  try {
    await asked
    return finding(check, true, 'accepted')
  } catch (error) {
    const { kind, message, hint } = asCrmError(error)
    // Only an accepted credential can reach a limit.
    return finding(check, kind === 'limited', [message, hint].filter(Boolean).join(' '))
  }
}

/** The server, and whether it accepts the credentials, which its health check does not need. */
async function checkRemote({ config, client }: Pick<Run, 'config' | 'client'>): Promise<Finding[]> {
  const server = await checkServer(config)
  if (!server.ok) return [server]
  const [token, key] = [config.token !== null, config.intelligenceKey !== null]
  const credentials = await Promise.all([
    ...(token ? [checkCredential('token', client.call(getMe, {}))] : []),
    ...(key ? [checkCredential('intelligence key', client.call(showUsage, {}))] : []),
  ])
  return [server, ...credentials]
}

export const commands: Command[] = [
  {
    name: 'doctor',
    about: 'Check this installation, and show where each setting comes from.',
    async run({ config, client, out }) {
      const checks = [
        finding('crm', true, VERSION),
        checkNode(),
        checkHome(config),
        checkPay(),
        ...(config.server
          ? await checkRemote({ config, client })
          : [await checkDatabase(config), ...(await checkStripe(config))]),
      ]
      const settings = settingsOf(config)
      const lines = [
        ...checks.map(({ check, ok, detail }): [string, string] => [
          check,
          `${ok ? 'ok' : 'PROBLEM'}  ${detail}`,
        ]),
        ...settings.map(({ name, value }): [string, string] => [name, value]),
      ]
      const isWell = checks.every(({ ok }) => ok)
      out.record({ ok: isWell, checks, settings }, lines)
      return isWell ? 0 : 1
    },
  },
]
