// The first query of every terminal command, in its own module so that it can be sent before the driver is
// loaded.

export interface OwnerAndSchema {
  owner: string | null
  schema: number
}

/** Selects the local owner and the database's schema version; `ask` is a SQL template tag. */
export const ownerAndSchema = <Asked>(ask: (text: TemplateStringsArray) => Asked): Asked => ask`
  select (select id from users where local_owner) as owner, coalesce(max(number), 0) as schema
  from schema_migrations`

/** The same query as text. */
export const ownerQuery = (): string => ownerAndSchema(([text = '']) => text)
