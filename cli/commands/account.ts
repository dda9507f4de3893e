// `crm account export`: everything that is kept of a person, in one file.
import { exportData } from '../../core/account/operations.ts'
import { isOn, type Command, type Group } from '../command.ts'

const exportCommand: Command = {
  name: 'export',
  about: 'Export everything that is kept of you as JSON, without secrets.',
  operation: exportData.name,
  args: [{ name: 'file?', about: 'The file (default, and for -: stdout).' }],
  options: [{ flags: '--force', about: 'Overwrite an existing file.' }],
  fields: ['exportedAt', 'person', 'tables'],
  examples: ['crm account export everything.json', 'crm account export | jq ".tables | keys"'],
  async run({ args: [file = '-'], options, client, out }) {
    const answer = await client.call(exportData, {})
    const text = `${JSON.stringify(answer, null, 2)}\n`
    if (file === '-') return out.json ? out.done(answer, '') : out.raw(text)
    const { saveFile } = await import('./save-file.ts')
    saveFile(file, text, isOn(options, 'force'))
    const rows = Object.values(answer.tables).reduce((sum, table) => sum + table.length, 0)
    out.done(answer, `Wrote ${rows === 1 ? '1 row' : `${rows} rows`} to ${file}.`)
  },
}

export const group: Group = {
  name: 'account',
  about: 'Everything that is kept of you.',
  commands: [exportCommand],
}
