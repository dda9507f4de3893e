// Exports all of a person's data as JSON, a row a line, in parts because an account may be larger than memory.
import { findPerson } from '../identity/person.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { jsonText, type JsonText } from '../kernel/json-text.ts'
import { Instant } from '../kernel/fields.ts'
import { lazySchema } from '../kernel/schema.ts'
import * as store from './store.ts'

export const Export = lazySchema((z) =>
  jsonText(
    z,
    z.strictObject({
      exportedAt: Instant(),
      person: z.record(z.string(), z.unknown()),
      tables: z
        .record(z.string(), z.array(z.record(z.string(), z.unknown())))
        .describe('All your rows, by table, without secrets.'),
    }),
  ),
)

export async function exportAccount({ sql, principal, clock }: Context): Promise<JsonText> {
  const { userId } = principal
  const person = JSON.stringify(await findPerson(sql, userId))
  const tables = await store.listTables(sql)
  return (async function* () {
    yield `{"exportedAt": "${isoOf(clock.now())}",\n"person": ${person},\n"tables": {`
    for (const [at, table] of tables.entries()) {
      yield `${at ? ',' : ''}\n"${table.table}": [`
      let before = '\n'
      for await (const rows of store.eachPage(sql, userId, table)) {
        yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
        before = ',\n'
      }
      yield ']'
    }
    yield '}}\n'
  })()
}
