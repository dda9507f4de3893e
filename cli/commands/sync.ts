// `crm sync FOLDER`: keeps a folder of JSON files equal to the records, by what changed since the last time.
import { first } from '../../core/kernel/must.ts'
import { getMe } from '../../core/account/operations.ts'
import { CrmError } from '../../core/kernel/errors.ts'
import type { ChangePage } from '../../core/mirror/changes.ts'
import { listChanges } from '../../core/mirror/operations.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { openMirrorFolder, type MirrorFolder } from '../mirror-folder.ts'

const PAGE = 100
/** The longest wait for the rate limit, which counts requests for a minute. */
const MAX_WAIT_SECONDS = 60

/** The next page; waits for the rate limit, and begins again where the cursor is too old. */
async function nextPage(
  client: Client,
  mirror: MirrorFolder,
  say: (why: string) => void,
): Promise<ChangePage> {
  for (;;) {
    try {
      return await client.call(listChanges, { cursor: mirror.cursor(), limit: PAGE })
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      const seconds = error.kind === 'limited' ? (error.retryAfterSeconds ?? Infinity) : Infinity
      if (seconds <= MAX_WAIT_SECONDS) {
        say(`The rate limit is reached; going on in ${seconds} s.`)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      } else if (error.kind === 'expired' && mirror.cursor()) {
        say('The last sync is too long ago, so everything is read again.')
        await mirror.restart()
      } else throw error
    }
  }
}

const command: Command = {
  name: 'sync',
  about: 'Keep a folder of JSON files equal to your records; each time only what changed is read.',
  fields: ['folder', 'written', 'removed'],
  args: [
    {
      name: 'folder',
      about: 'A folder of its own: jobs/, contacts/, activities/, events/ and offers/ go into it.',
    },
  ],
  examples: ['crm sync ~/search', 'crm sync ~/search && git -C ~/search add -A'],
  async run({ args, client, out }) {
    const folder = String(first(args))
    const { id } = await client.call(getMe, {})
    const mirror = await openMirrorFolder(folder, id)
    for (let more = true; more;) {
      const page = await nextPage(client, mirror, out.note)
      await mirror.take(page)
      more = page.more
    }
    const { written, removed } = mirror
    out.done({ folder, written, removed }, `${folder} is up to date: ${written} written, ${removed} removed.`)
  },
}

export const commands: Command[] = [command]
