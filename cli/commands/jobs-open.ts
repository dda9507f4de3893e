// `crm jobs open`: the posting in the browser.
import { spawn } from 'node:child_process'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Command } from '../command.ts'
import { findJob } from './references.ts'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

export function openInBrowser(url: string): Promise<boolean> {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

export const openCommand: Command = {
  name: 'open',
  about: 'Open a job’s posting in the browser; in a pipe, print its address.',
  operation: 'jobs.get',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  examples: ['crm jobs open acme', 'crm open acme'],
  async run({ args, client, out }) {
    const { id, name } = await findJob(client, args[0] ?? '')
    const job = await client.call(getJob, { id })
    const url =
      job.url ?? fail('usage', { problem: `${name} has no address. Add it: crm jobs edit JOB --url …` })
    if (out.json) return out.record(job, [])
    if (!out.look.isTerminal) return out.raw(`${url}\n`)
    out.note((await openInBrowser(url)) ? `Opened ${url}` : url)
  },
}
