// A scripted IMAP server: speaks the protocol over a real socket, remembers every command, and can die at any byte.
import { createServer, type Server, type Socket } from 'node:net'

export interface Stored {
  uid: number
  source: string
}

export interface ImapServer {
  port: number
  /** Every command received, without its tag. */
  commands: string[]
  /** The messages of the mailbox; push to deliver one. */
  messages: Stored[]
  uidValidity: number
  /** Whether it says which number the next message gets. */
  saysUidNext: boolean
  capabilities: string
  /** The code with which it refuses every sign-in; null: it checks them. */
  refusal: string | null
  /** Ends each connection after this many more bytes are sent; null: never. */
  dieAfter: number | null
  deliver(source: string): void
  close(): Promise<void>
}

const USER = 'me'
/** The only password it takes. */
export const PASSWORD = 'correct horse'
/** The only OAuth token it takes. */
export const TOKEN = 'ya29.a-token'

/** A connection: what it waits for, and how it is answered. */
interface Talk {
  state: ImapServer
  socket: Socket
  /** The tag of an IDLE under way. */
  idleTag: string | undefined
}

/** Starts the server on a free port of this machine. */
export async function startImapServer(sources: readonly string[] = []): Promise<ImapServer> {
  const talks = new Set<Talk>()
  const server: Server = createServer((socket) => {
    const talk: Talk = { state, socket, idleTag: undefined }
    talks.add(talk)
    socket.on('close', () => talks.delete(talk))
    socket.on('error', () => {})
    converse(talk)
  })
  const state: ImapServer = {
    port: 0,
    commands: [],
    messages: sources.map((source, at) => ({ uid: at + 1, source })),
    uidValidity: 7,
    saysUidNext: true,
    capabilities: 'IMAP4rev1 IDLE',
    refusal: null,
    dieAfter: null,
    deliver(source) {
      state.messages.push({ uid: (state.messages.at(-1)?.uid ?? 0) + 1, source })
      for (const { socket, idleTag } of talks)
        if (idleTag) socket.write(`* ${state.messages.length} EXISTS\r\n`)
    },
    close: () =>
      new Promise((resolve) => {
        for (const { socket } of talks) socket.destroy()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  state.port = typeof address === 'object' && address ? address.port : 0
  return state
}

function send({ state, socket }: Talk, text: string): void {
  const bytes = Buffer.from(text, 'latin1')
  if (state.dieAfter === null) return void socket.write(bytes)
  const left = state.dieAfter
  state.dieAfter = Math.max(0, left - bytes.length)
  if (bytes.length < left) return void socket.write(bytes)
  socket.end(bytes.subarray(0, left))
  setImmediate(() => socket.destroy())
}

function converse(talk: Talk): void {
  let rest = ''
  send(talk, `* OK [CAPABILITY ${talk.state.capabilities}] ready\r\n`)
  talk.socket.on('data', (data) => {
    rest += data.toString('latin1')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      answer(talk, line)
    }
  })
}

/** What a command is answered with before its `OK`; undefined for one that is answered otherwise. */
function untagged({ state }: Talk, command: string): string | undefined {
  const verb = command.split(' ')[0]!.toUpperCase()
  if (verb === 'CAPABILITY') return `* CAPABILITY ${state.capabilities}\r\n`
  if (verb === 'EXAMINE' || verb === 'SELECT') return mailboxOf(state)
  if (verb === 'LIST' || verb === 'LSUB') return '* LIST () "/" INBOX\r\n'
  if (/^uid search/i.test(command))
    return `* SEARCH ${numbersIn(state, /uid ([\d,:*]+)/i.exec(command.slice(10))?.[1] ?? '1:*').join(' ')}\r\n`
  return /^uid fetch/i.test(command) ? fetched(state, command) : undefined
}

function answer(talk: Talk, line: string): void {
  const { state, socket, idleTag } = talk
  if (idleTag !== undefined && /^done$/i.test(line)) {
    talk.idleTag = undefined
    return send(talk, `${idleTag} OK done\r\n`)
  }
  const tag = line.split(' ')[0]!
  const command = line.slice(tag.length + 1)
  const verb = command.split(' ')[0]!.toUpperCase()
  state.commands.push(command)
  if (verb === 'IDLE') {
    talk.idleTag = tag
    return send(talk, '+ idling\r\n')
  }
  if (verb === 'LOGIN' && state.refusal !== null) return send(talk, `${tag} NO [${state.refusal}] no\r\n`)
  if (verb === 'LOGIN' && !(command.includes(PASSWORD) && command.includes(USER)))
    return send(talk, `${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
  if (verb === 'AUTHENTICATE' && !isToken(command))
    return send(talk, `${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
  send(talk, `${untagged(talk, command) ?? (verb === 'LOGOUT' ? '* BYE\r\n' : '')}${tag} OK done\r\n`)
  if (verb === 'LOGOUT') socket.end()
}

/** The user and the token as either mechanism sends them, in one line. */
function isToken(command: string): boolean {
  const said = Buffer.from(command.split(' ')[2] ?? '', 'base64').toString()
  return said.includes(`auth=Bearer ${TOKEN}\u0001`) && /(?:user=|a=)me\b/.test(said)
}

const mailboxOf = ({ messages, uidValidity, saysUidNext }: ImapServer): string =>
  `* ${messages.length} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${uidValidity}] ok\r\n` +
  (saysUidNext ? `* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}] ok\r\n` : '')

/** The numbers in a set such as `3:*`, which always names the last. */
function numbersIn({ messages }: ImapServer, set: string): number[] {
  const last = messages.at(-1)?.uid ?? 0
  const wanted = set
    .split(',')
    .map((part) => part.split(':').map((each) => (each === '*' ? last : Number(each))))
  const isWanted = (uid: number) =>
    wanted.some(([from = 0, to = from]) => uid >= Math.min(from, to) && uid <= Math.max(from, to))
  return messages.map(({ uid }) => uid).filter(isWanted)
}

function fetched(state: ImapServer, command: string): string {
  const set = /fetch ([\d,:*]+)/i.exec(command)?.[1] ?? ''
  const withBody = /body/i.test(command)
  return numbersIn(state, set)
    .map((uid) => {
      const at = state.messages.findIndex((each) => each.uid === uid)
      const { source } = state.messages[at]!
      const size = Buffer.byteLength(source, 'latin1')
      return `* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${size}${withBody ? ` BODY[] {${size}}\r\n${source}` : ''})\r\n`
    })
    .join('')
}
