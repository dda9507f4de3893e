// Stripe's request bodies: form fields with nested names in brackets, parsed strictly.
import { StubError } from './errors.ts'

export type Value = string | Value[] | { [name: string]: Value }
export type Fields = { [name: string]: Value }

/** `items[0][price]=p&expand[]=x` → `{ items: [{ price: 'p' }], expand: ['x'] }`. */
export function readForm(text: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) place(fields, pathOf(name), value)
  return settle(fields) as Fields
}

const pathOf = (name: string): string[] => {
  const [, head = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? []
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part!)]
}

function place(into: Fields, [head, ...rest]: string[], value: string): void {
  const name = head === '' ? String(Object.keys(into).length) : head!
  if (!rest.length) into[name] = value
  else place((into[name] ??= {}) as Fields, rest, value)
}

/** Objects with the keys 0, 1, 2 … become arrays. */
function settle(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, child]) => [name, settle(child)] as const)
  if (entries.length && entries.every(([name], at) => name === String(at)))
    return entries.map(([, child]) => child)
  return Object.fromEntries(entries)
}

/** The dotted names of every leaf, without indices: `items.price`. */
function namesOf(value: Value, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix]
  if (Array.isArray(value)) return value.flatMap((child) => namesOf(child, prefix))
  return Object.entries(value).flatMap(([name, child]) => namesOf(child, prefix ? `${prefix}.${name}` : name))
}

/** Rejects a parameter that the route does not have, as Stripe does. `metadata.*` matches any name below. */
export function refuseUnknown(fields: Fields, known: readonly string[]): void {
  const isKnown = (name: string): boolean =>
    known.some((entry) => (entry.endsWith('.*') ? name.startsWith(entry.slice(0, -1)) : entry === name))
  const unknown = namesOf(fields).find((name) => name !== 'expand' && !isKnown(name))
  if (unknown !== undefined)
    throw new StubError(400, 'invalid_request_error', `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
}

export const str = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const num = (fields: Fields, name: string): number | undefined => {
  const text = str(fields, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text))
    throw new StubError(400, 'invalid_request_error', `Invalid integer: ${text}`, { param: name })
  return Number(text)
}

export const bool = (fields: Fields, name: string): boolean | undefined => {
  const text = str(fields, name)
  return text === undefined ? undefined : text === 'true'
}

export const obj = (fields: Fields, name: string): Fields =>
  typeof fields[name] === 'object' && !Array.isArray(fields[name]) ? (fields[name] as Fields) : {}

export const list = (fields: Fields, name: string): Value[] =>
  Array.isArray(fields[name]) ? fields[name] : []

/** Metadata as strings. */
export const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** Throws Stripe's error for a missing required parameter. */
export const need = <T>(value: T | undefined, param: string): T => {
  if (value === undefined)
    throw new StubError(400, 'invalid_request_error', `Missing required param: ${param}.`, {
      code: 'parameter_missing',
      param,
    })
  return value
}
