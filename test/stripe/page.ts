// The request passed to a handler, and pagination with Stripe's cursors.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { num, str, type Fields } from './forms.ts'
import { listOf, type World } from './world.ts'

export interface Asked {
  world: World
  id: string
  fields: Fields
  expand: string[]
}

export type Handler = (asked: Asked) => object

const MAX_PAGE = 100

/** A page, newest first, with Stripe's cursors. */
export function page<T extends { id: string }>(all: T[], { fields }: Asked, url: string): Stripe.ApiList<T> {
  const limit = num(fields, 'limit') ?? 10
  if (limit < 1 || limit > MAX_PAGE) throw invalid('limit must be between 1 and 100.', { param: 'limit' })
  const rows = [...all].reverse()
  const after = str(fields, 'starting_after')
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0
  const data = rows.slice(from, from + limit)
  return { ...listOf(data, url), has_more: rows.length > from + limit } as Stripe.ApiList<T>
}

/** The nested fields to expand below a name. */
export const within = (expand: string[], prefix: string): string[] =>
  expand.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
