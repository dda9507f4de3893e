// Reads and validates the environment, once. Nothing else reads process.env.
import { entriesOf, keysOf, recordBy } from './kernel/narrow.ts'
import { messageOf, problem } from './kernel/errors.ts'
import { homedir } from 'node:os'
import { resolve, join } from 'node:path'
import { LOG_LEVELS, redact } from './kernel/log.ts'
import { orderIn, type DateOrder } from './kernel/date-order.ts'
import {
  hostMap,
  hosts,
  matching,
  MAIL_ADDRESS,
  oneOf,
  secret,
  textual,
  url,
  webAddress,
  whole,
  type ReadSetting,
  type Variable,
} from './setting-values.ts'
import { storedLogin } from './stored-login.ts'

const ownKey = (name: string, example: string) =>
  textual(name, 'Your key, for `crm ai` and `crm chat`; the gateway does not use it.', example)

const stripePrice = (name: string, tier: string, interval: string) =>
  textual(name, `Id of the Stripe price of the ${tier} plan, billed ${interval}.`, 'price_…')

export const VARIABLES = {
  home: {
    name: 'CRM_HOME',
    about: 'Folder for all local state. Default: the platform’s data folder.',
    example: '~/.local/share/crm',
    read: (value: string) => resolve(value.replace(/^~(?=\/|$)/, homedir())),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    about: 'An existing PostgreSQL 15 to 18 instead of the embedded one, or PgBouncer in front of it.',
    example: 'postgres://crm:secret@db.example.com:5432/crm',
    read: url('postgres:', 'postgresql:'),
  },
  port: {
    name: 'PORT',
    about: 'Port the gateway listens on.',
    example: '8787',
    read: whole(0, 65_535),
    fallback: 8787,
  },
  host: {
    name: 'HOST',
    about: 'Address the gateway listens on.',
    example: '127.0.0.1',
    read: matching(/^[\w.:%-]+$/, 'must be an address or name of this machine, such as 0.0.0.0'),
    fallback: '127.0.0.1',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    about: 'The gateway’s public URL; decides the Secure flag of cookies.',
    example: 'https://crm.example.com',
    read: url('http:', 'https:'),
    fallback: '',
  },
  server: webAddress(
    'CRM_SERVER',
    'A remote gateway: the terminal talks to it instead of a database.',
    'https://crm.example.com',
  ),
  token: textual('CRM_TOKEN', 'Extension token for CRM_SERVER.', 'ext_…'),
  intelligenceKey: textual('CRM_INTELLIGENCE_KEY', 'Intelligence key for CRM_SERVER.', 'intelligence_…'),
  jwtSecret: {
    name: 'AUTH_JWT_SECRET',
    about: 'Accept session cookies issued elsewhere, signed with this shared secret (HS256).',
    example: 'at-least-32-characters-of-a-shared-secret',
    read: secret(32),
  },
  jwksUrl: webAddress(
    'AUTH_JWKS_URL',
    'Accept session cookies issued elsewhere, signed with a key of this JWKS.',
    'https://id.example.com/.well-known/jwks.json',
  ),
  secretKey: {
    name: 'CRM_SECRET_KEY',
    about:
      'Root key for encryption at rest and session signatures; all gateways must share it. Default: a file in CRM_HOME.',
    example: 'at-least-32-random-characters-kept-somewhere-safe',
    read: secret(32),
  },
  imapPassword: {
    name: 'CRM_IMAP_PASSWORD',
    about: 'The password that crm inbox add stores, if it is not piped in.',
    example: 'the-app-password-of-your-mail-account',
    read: secret(1),
  },
  stripeSecretKey: textual(
    'STRIPE_SECRET_KEY',
    'Secret key of the Stripe account that takes payments. Without it billing is off.',
    'sk_test_…',
  ),
  stripeWebhookSecret: textual(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secret of the Stripe webhook endpoint at /api/billing/webhook.',
    'whsec_…',
  ),
  stripeApiBase: webAddress(
    'STRIPE_API_BASE',
    'Base URL of the Stripe API, for tests.',
    'http://127.0.0.1:12111',
  ),
  stripePriceProMonthly: stripePrice('STRIPE_PRICE_PRO_MONTHLY', 'pro', 'monthly'),
  stripePriceProYearly: stripePrice('STRIPE_PRICE_PRO_YEARLY', 'pro', 'yearly'),
  stripePriceUltraMonthly: stripePrice('STRIPE_PRICE_ULTRA_MONTHLY', 'ultra', 'monthly'),
  stripePriceUltraYearly: stripePrice('STRIPE_PRICE_ULTRA_YEARLY', 'ultra', 'yearly'),
  smtpUrl: {
    name: 'SMTP_URL',
    about: 'SMTP server for outgoing e-mail. Without it, e-mails stay queued.',
    example: 'smtps://crm:secret@mail.example.com:465',
    read: url('smtp:', 'smtps:'),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    about: 'Sender of e-mails.',
    example: 'crm <crm@example.com>',
    read: matching(MAIL_ADDRESS, 'must be an e-mail address, such as crm <crm@example.com>'),
    fallback: 'crm <crm@localhost>',
  },
  allowPrivateHosts: {
    name: 'CRM_ALLOW_PRIVATE_HOSTS',
    about: 'Private hosts that outbound requests may reach: host[:port], comma-separated (development).',
    example: 'localhost:3000',
    read: hosts,
    fallback: [],
  },
  hostMap: {
    name: 'CRM_HOST_MAP',
    about:
      'Sends requests for these hosts to other addresses, over plain HTTP: host:port=127.0.0.1:9911,… (development).',
    example: 'boards-api.greenhouse.io:443=127.0.0.1:9911',
    read: hostMap,
    fallback: {},
  },
  contact: {
    name: 'CRM_CONTACT',
    about: 'Who runs this server: an e-mail address or a URL. Job boards see it in the User-Agent.',
    example: 'me@example.com',
    read: matching(/^[\x21-\x7e]{3,200}$/, 'must be an e-mail address or a URL'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: 'Minimum log level.',
    example: 'info',
    read: oneOf(...LOG_LEVELS),
    fallback: 'info',
  },
  trustProxy: {
    name: 'CRM_TRUST_PROXY',
    about: 'Number of trusted proxies in front of the gateway, for the client address.',
    example: '0',
    read: whole(0, 10),
    fallback: 0,
  },
  poolSize: {
    name: 'CRM_POOL_SIZE',
    about: 'Database connections per gateway process; with a pooler such as PgBouncer, four times as many.',
    example: '4',
    read: whole(1, 100),
    fallback: 4,
  },
  otlpEndpoint: webAddress(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Where an OpenTelemetry collector takes traces and metrics over HTTP. Other OTEL_ variables also apply.',
    'http://127.0.0.1:4318',
  ),
  openaiBaseUrl: webAddress('OPENAI_BASE_URL', 'Base URL of OpenAI.', 'https://api.openai.com/v1'),
  anthropicBaseUrl: webAddress(
    'ANTHROPIC_BASE_URL',
    'Base URL of Anthropic.',
    'https://api.anthropic.com/v1',
  ),
  xaiBaseUrl: webAddress('XAI_BASE_URL', 'Base URL of xAI, for Grok.', 'https://api.x.ai/v1'),
  aiProvider: {
    name: 'CRM_AI_PROVIDER',
    about:
      'Provider of crm’s own model, which needs no key of the user: openai, anthropic, grok, openai-compatible.',
    example: 'openai-compatible',
    read: oneOf('openai', 'anthropic', 'grok', 'openai-compatible'),
  },
  aiModel: textual('CRM_AI_MODEL', 'Name of crm’s own model. Required for openai-compatible.', 'qwen3:14b'),
  aiKey: textual('CRM_AI_KEY', 'API key for crm’s own model; most local servers need none.', 'sk-…'),
  aiBaseUrl: webAddress(
    'CRM_AI_BASE_URL',
    'Base URL of crm’s own model, if it is not the provider’s. Default for a local server: Ollama.',
    'http://127.0.0.1:11434/v1',
  ),
  aiTimeoutSeconds: {
    name: 'CRM_AI_TIMEOUT',
    about: 'Seconds to wait for a model’s answer.',
    example: '60',
    read: whole(1, 600),
    fallback: 60,
  },
  openaiKey: ownKey('OPENAI_API_KEY', 'sk-…'),
  anthropicKey: ownKey('ANTHROPIC_API_KEY', 'sk-ant-…'),
  xaiKey: ownKey('XAI_API_KEY', 'xai-…'),
  color: {
    name: 'NO_COLOR',
    about: 'Any value disables colour in the terminal.',
    example: '1',
    read: (): boolean => false,
    fallback: true,
  },
} as const satisfies Record<string, Variable>

type SettingValue<V> = V extends { read: ReadSetting<infer T> }
  ? V extends { fallback: unknown }
    ? T
    : T | null
  : never

/** The value of each variable; null if it is not set and has no default. */
type Settings = { -readonly [Field in keyof typeof VARIABLES]: SettingValue<(typeof VARIABLES)[Field]> }

export interface Config extends Settings {
  home: string
  /** Whether to check every output against its schema. Tests set it. */
  checkOutputs: boolean
  env: NodeJS.ProcessEnv
}

/** The configuration of this process. Flags override variables. Throws `usage`, which names every invalid one. */
export function readConfig(flags: NodeJS.ProcessEnv = {}, variables: NodeJS.ProcessEnv = process.env) {
  const env = { ...variables, ...flags }
  const problems: string[] = []
  const valueOf = ({ name, read, fallback = null }: Variable): unknown => {
    const raw = env[name]
    if (!raw) return fallback
    try {
      return read(raw)
    } catch (error) {
      problems.push(`${name} ${messageOf(error)}.`)
      return fallback
    }
  }
  const folder = env[VARIABLES.home.name]
  const home = folder ? VARIABLES.home.read(folder) : dataFolder(env)
  const login = storedLogin(home, env, problems)
  const settings = recordBy(keysOf(VARIABLES), (field) => valueOf(VARIABLES[field])) as Settings // Typed by its reader.
  const config: Config = {
    ...settings,
    home,
    server: login?.server ?? settings.server,
    token: settings.token ?? login?.token ?? null,
    intelligenceKey: settings.intelligenceKey ?? login?.intelligenceKey ?? null,
    checkOutputs: false,
    env,
  }
  if (config.aiProvider === 'openai-compatible' && !config.aiModel)
    problems.push('CRM_AI_MODEL must be set for openai-compatible: the name of a model that the server has.')
  if (problems.length) throw problem('usage', { problem: problems.join('\n') })
  return config
}

/** The value of each setting, and where it comes from. Secrets are hidden. */
export const settingsOf = (config: Config): { name: string; value: string }[] =>
  entriesOf(VARIABLES).map(([field, { name }]) => {
    const text = config.env[name]
    if (text) return { name, value: `${SECRET.test(name) ? '(secret)' : redact(text)} (environment)` }
    const value = config[field]
    // These three have no default: a value that is not from the environment is from the stored login.
    if (value && ['server', 'token', 'intelligenceKey'].includes(field))
      return { name, value: `${SECRET.test(name) ? '(secret)' : String(value)} (crm remote login)` }
    const isShown = (typeof value === 'string' || typeof value === 'number') && value !== ''
    return { name, value: isShown ? `${value} (default)` : 'not set' }
  })

const SECRET = /SECRET|TOKEN|KEY|PASSWORD/

export const isGiven = ({ env }: Config, field: keyof typeof VARIABLES): boolean =>
  Boolean(env[VARIABLES[field].name])

export const dateOrder = (env = process.env): DateOrder =>
  orderIn(env['LC_ALL'] || env['LC_TIME'] || env['LANG'])

export const editorCommand = ({ env }: Pick<Config, 'env'>): string => env['VISUAL'] || env['EDITOR'] || 'vi'

/** Whether TERM names a terminal that cannot move its cursor. */
export const isDumbTerminal = ({ env }: Pick<Config, 'env'>): boolean => env['TERM'] === 'dumb'

export const serviceUrl = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl || `http://${host.includes(':') ? `[${host}]` : host}:${port}`

declare module './kernel/context.ts' {
  interface Services {
    config: Config
  }
}

/** The default of CRM_HOME. For root it is a system folder. */
export const dataFolder = (env: NodeJS.ProcessEnv, platform: string = process.platform): string => {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'crm')
  if (process.getuid?.() === 0)
    return platform === 'darwin' ? '/Library/Application Support/crm' : '/var/lib/crm'
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'crm')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'crm')
}
