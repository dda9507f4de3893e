// The first query of every terminal command, in a module of its own so that it can be sent before the driver is
// loaded.

/** The local owner, and the schema of the database they are in; `ask` is a tag for SQL. */
export const ownerAndSchema = <Asked>(ask: (text: TemplateStringsArray) => Asked): Asked => ask`
  select (select id from users where local_owner) as owner, coalesce(max(number), 0) as schema
  from schema_migrations`

/** The same as text. */
export const ownerQuestion = (): string => ownerAndSchema(([text = '']) => text)
