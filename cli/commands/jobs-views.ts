// `crm jobs views`: the saved views of the list.
import { textOf, type Command } from '../command.ts'
import type { Column } from '../ui/table.ts'
import { readViews, viewNamed, writeViews, type View } from '../views-file.ts'

interface Row {
  name: string
  flags: View
}

const COLUMNS: Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name, paint: () => 'bold' },
  {
    title: 'FLAGS',
    value: ({ flags }) =>
      Object.entries(flags)
        .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${String(value)}`))
        .join(' '),
  },
]

export const viewsCommand: Command = {
  name: 'views',
  about: 'List the saved views of crm jobs list, or remove one.',
  fields: ['name', 'flags'],
  options: [{ flags: '--rm <name>', about: 'Remove this view.' }],
  examples: ['crm jobs views', 'crm jobs list --view hot'],
  async run({ options, config, out }) {
    const name = textOf(options, 'rm')
    if (name !== undefined) {
      viewNamed(config, name)
      const { [name]: flags, ...others } = readViews(config)
      writeViews(config, others)
      return out.done({ name, flags }, `Removed the view ${name}.`)
    }
    const views = Object.entries(readViews(config)).map(([each, flags]) => ({ name: each, flags }))
    out.list(
      { views, nextCursor: null, total: views.length },
      views,
      COLUMNS,
      'No views yet. Save one: crm jobs list -s active --sort deadline --save hot',
    )
  },
}
