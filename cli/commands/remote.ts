// `crm remote`: which server is used; `login` selects one and stores its token, `logout` forgets it.
import { readConfig } from '../../core/config.ts'
import { loginFile, removeLogin, writeLogin, type StoredLogin } from '../../core/stored-login.ts'
import { getMe } from '../../core/account/operations.ts'
import { createClient } from '../client.ts'
import { textOf, type Command, type Run, misused } from '../command.ts'
import { Ended, INTERRUPTED, stderr } from '../interrupt.ts'
import { readUpload } from './upload.ts'
import { parseUrl } from '../../core/kernel/url.ts'

async function askSecret(question: string): Promise<string> {
  const { stdin } = process
  // Set raw mode before the question, because a pasted secret may arrive at once.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr().write(question)
  let typed = ''
  try {
    const parts: AsyncIterable<string> = stdin // With an encoding set, a stream yields texts.
    for await (const part of parts) {
      for (const char of part) {
        // Ctrl-D ends the input, as it does without a raw terminal.
        if (char === '\r' || char === '\n' || char === '\u0004') return typed
        if (char === '\u0003') throw new Ended(INTERRUPTED)
        typed = char === '\u007f' ? typed.slice(0, -1) : typed + char
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr().write('\n')
  }
}

async function secrets({ out, stdin }: Run): Promise<Pick<StoredLogin, 'token' | 'intelligenceKey'>> {
  const secret = out.canAsk ? await askSecret('Extension token: ') : await readUpload('-', stdin)
  const words = secret.split(/\s+/).filter(Boolean)
  const intelligenceKey = words.find((word) => word.startsWith('intelligence_')) ?? null
  const token = words.find((word) => word !== intelligenceKey)
  return token === undefined
    ? misused('There is no token on stdin: crm remote login --server URL < token-file')
    : { token, intelligenceKey }
}

function addressIn(text: string | undefined): string {
  const given = text ?? misused('Name the server: crm remote login --server https://crm.example.com')
  const url = parseUrl(given)
  if (!url || !/^https?:$/.test(url.protocol))
    return misused(`--server: “${given}” is not a URL that starts with https://`)
  return given.replace(/\/+$/, '')
}

const login: Command = {
  name: 'login',
  about: 'Use a remote server from now on; reads its token from stdin, or asks for it.',
  fields: ['server', 'email', 'tier', 'scope', 'file'],
  options: [{ flags: '--server <address>', about: 'The server: https://crm.example.com' }],
  examples: [
    'crm remote login --server https://crm.example.com < token-file',
    'pass crm | crm remote login --server https://crm.example.com',
  ],
  async run(call) {
    const { options, config, out } = call
    const server = addressIn(textOf(options, 'server'))
    const given: StoredLogin = { server, ...(await secrets(call)) }
    // Only a login that the server accepts is stored.
    const me = await createClient({ ...config, ...given }, () => {}).call(getMe, {})
    const file = writeLogin(config.home, given)
    const who = me.email ?? me.name
    const record = { server, email: me.email, tier: me.tier, scope: me.token.scope, file }
    const by = who ? ` as ${who}` : ''
    out.done(record, `Signed in at ${new URL(server).host}${by}, ${me.token.scope ?? me.tier}.`)
    if (readConfig({}, config.env).server !== server)
      out.note('CRM_SERVER or DATABASE_URL is set and takes precedence.')
  },
}

const logout: Command = {
  name: 'logout',
  about: 'Forget the server and its token; use the local database again.',
  fields: ['removed', 'file'],
  examples: ['crm remote logout'],
  async run({ config, out }) {
    const file = loginFile(config.home)
    const removed = removeLogin(config.home)
    out.done({ removed, file }, removed ? `Deleted the login in ${file}.` : 'There was no login.')
  },
}

const show: Command = {
  name: 'remote',
  about: 'Show where your data is: on a server, or in a database on this machine.',
  fields: ['server', 'where'],
  examples: ['crm remote'],
  async run({ config: { server, databaseUrl, home }, out }) {
    const where = server ?? (databaseUrl ? 'DATABASE_URL' : home)
    const place = server ? `${where}. Leave it: crm remote logout` : `${where}, on this machine`
    out.done({ server, where }, `Your data is at ${place}.`)
  },
}

export const commands: Command[] = [show, login, logout]
