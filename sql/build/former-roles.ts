/** Slugs of roles that became another spelling of the same job, or a level of one: ids of their figures resolve for ever. */
import former from '../data/pay/former_roles.json' with { type: 'json' }

const NOW: ReadonlyMap<string, string> = new Map(Object.entries(former))

export const FORMER_ROLES: readonly string[] = [...NOW.keys()]

export const presentRole = (slug: string): string => NOW.get(slug) ?? slug
