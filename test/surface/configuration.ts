// The texts of .env.example and docs/configuration.md, from the table of variables in core/config.ts.
import { readConfig, VARIABLES } from '../../core/config.ts'
import { entriesOf } from '../../core/kernel/narrow.ts'

/** The text of .env.example. */
export const exampleEnvironment = (): string =>
  '# All optional. Generated from core/config.ts by `npm run surface`.\n' +
  Object.values(VARIABLES)
    .map(({ name, about, example }) => `\n# ${about}\n#${name}=${example}\n`)
    .join('')

/** The sections of the page, each from the variable that it begins with. */
const SECTIONS: Partial<Record<keyof typeof VARIABLES, string>> = {
  home: 'Data',
  port: 'The gateway',
  server: 'A gateway elsewhere',
  jwtSecret: 'Sign-in and secrets',
  stripeSecretKey: 'Payments',
  smtpUrl: 'E-mail',
  allowPrivateHosts: 'Requests to other hosts',
  logLevel: 'Operation',
  openaiBaseUrl: 'Models',
  color: 'The terminal',
}

const HEAD = `# Configuration

\`crm\` works without any setting. It reads these variables from the environment, once, at its start. A wrong value stops the start: every problem is listed, and the
exit code is 2. \`crm doctor\` shows what is in effect and where it comes from, without secrets.

This page and [.env.example](../.env.example) are generated from \`core/config.ts\` by \`npm run surface\`.
`
const TAIL = `
## What else is read

These variables of your system also apply. \`CRM_PAGER\` or \`PAGER\` shows lists longer than the screen; \`cat\` turns it off. \`FORCE_COLOR\` keeps colour in a pipe. \`VISUAL\` and \`EDITOR\` name your editor. \`LC_ALL\`, \`LC_TIME\` and \`LANG\` decide whether 3/4/2026 is a day in March or in April. \`TZ\` is your time zone. \`TERM=dumb\` means a terminal without a cursor. With \`OTEL_EXPORTER_OTLP_ENDPOINT\`, the other variables of OpenTelemetry also apply.
`

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  // A home that is not there: a stored login would show as a default.
  const defaults = readConfig({}, { CRM_HOME: '/nowhere' })
  const rows = entriesOf(VARIABLES).map(([field, { name, about, example }]) => {
    const title = SECTIONS[field]
    const held = field === 'home' ? null : defaults[field]
    const isShown = typeof held === 'number' || (typeof held === 'string' && held !== '')
    const heading = title ? `\n## ${title}\n\n` : ''
    const value = isShown ? ` Default: \`${held}\`.` : ''
    const shown = String(held) === example ? '' : ` Example: \`${example}\``
    return `${heading}- \`${name}\`: ${about}${value}${shown}\n`
  })
  return `${HEAD}${rows.join('')}${TAIL}`
}
