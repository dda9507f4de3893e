// Finds the board that a text names: `greenhouse:acme`, a board's address, or a feed. It refuses a bare company name.
import { must } from '../kernel/narrow.ts'
import { invalidInput } from '../kernel/schema.ts'
import type { System } from './systems/system.ts'
import { decoded, parseUrl } from '../kernel/url.ts'
import { feed } from './systems/feed.ts'
import { JSON_BOARDS } from './systems/json-boards.ts'
import { personio } from './systems/personio.ts'

export interface Board {
  system: System
  token: string
}

export const SYSTEMS: readonly System[] = [...JSON_BOARDS, personio, feed]

export const systemNamed = (name: string): System | undefined =>
  SYSTEMS.find((system) => system.name === name)

export const boardName = ({ system, token }: Board): string => `${system.name}:${token}`

export function boardNamed(name: string): Board {
  const at = name.indexOf(':')
  const system = systemNamed(name.slice(0, at))
  if (!system) throw new Error(`No reader for the board ${name}.`)
  return { system, token: name.slice(at + 1) }
}

const hasSuffix = ({ system: { suffix }, token }: Board) => suffix !== undefined && token.endsWith(suffix)

const bareToken = ({ system: { suffix = '' }, token }: Board): string => token.replace(suffix, '')

export const listAddress = (board: Board): string => board.system.listOf(bareToken(board), hasSuffix(board))

export const pageAddress = (board: Board): string => board.system.pageOf(bareToken(board), hasSuffix(board))

export const hostOf = (board: Board): string => new URL(listAddress(board)).host

/** The same board on the system's second set of servers; null if there is none or `board` is already there. */
export const boardElsewhere = (board: Board): Board | null =>
  board.system.suffix === undefined || hasSuffix(board)
    ? null
    : { ...board, token: `${board.token}${board.system.suffix}` }

export function boardAt({ hostname, pathname, search }: URL): Board | undefined {
  const place = `${hostname}/${pathname.split('/').filter(Boolean).join('/')}${search}`
  for (const system of SYSTEMS)
    for (const form of system.addresses) {
      const { name, second } = form.exec(place)?.groups ?? {}
      const token = name && `${decoded(name)}${second ? system.suffix : ''}`
      if (token && system.token.test(token)) return { system, token }
    }
  return undefined
}

const names = SYSTEMS.map(({ name }) => name)

const refuse = (message: string, hint: string): never => {
  throw invalidInput([{ path: 'board', message }], hint)
}

const BOARD_EXAMPLES = `Give the address of the careers page, or the board itself: ${names[0]}:acme. Known: ${names.join(', ')}.`

/** The board that a text names, or the page on which to look for it. Throws `invalid_input` for a bare name. */
export function readBoardName(text: string): Board | URL {
  const name = text.trim()
  const named = /^([a-z]+):(?!\/\/)(.+)$/i.exec(name)
  const system = named && systemNamed(must(named[1]).toLowerCase())
  if (system) {
    const token = must(named[2]).trim()
    return system.token.test(token)
      ? { system, token }
      : refuse(`has “${token}”, which is no name of a ${system.title} board`, BOARD_EXAMPLES)
  }
  const address = /^[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)/.test(name) ? `https://${name}` : name
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null
  if (!url) return refuse(`“${name.slice(0, 100)}” is not a known board`, BOARD_EXAMPLES)
  return boardAt(url) ?? url
}

const LINK = /(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}[^\s"'<>\\)]*/gi
const MAX_LINKS = 5_000

export function boardsIn(html: string, base: string): Board[] {
  const links = html.replaceAll('&amp;', '&').replaceAll('\\/', '/').match(LINK) ?? []
  const found = new Map<string, Board>()
  for (const link of links.slice(0, MAX_LINKS)) {
    const url = parseUrl(link, base)
    const board = url && boardAt(url)
    if (board && !isAsset(url)) found.set(boardName(board).toLowerCase(), board)
  }
  return [...found.values()]
}

const isAsset = (url: URL): boolean => /\.(?:png|jpe?g|gif|svg|css|ico|woff2?)$/i.test(url.pathname)
