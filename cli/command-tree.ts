// The command tree as data: for `crm --help --json` and the pinned surface.
import type { Argument, Command, Group } from './command.ts'
import { bracketed, optionsOf } from './help.ts'

interface CommandEntry {
  command: string
  about: string
  args: Argument[]
  options: { flags: string; about: string }[]
  examples: string[]
  destructive: boolean
  fields: readonly string[]
}

export const EXIT_CODES = {
  0: 'done',
  1: 'failure',
  2: 'usage',
  3: 'not found or no data',
  4: 'not allowed or not signed in',
  5: 'invalid or in conflict',
  6: 'unavailable, try again',
  7: 'rate limited',
  130: 'interrupted',
} as const

/** A command as typed; one with the same name as its group needs no verb. */
export const pathOf = (group: Group, command: Command): string =>
  group.name === command.name ? group.name : `${group.name} ${command.name}`

export const treeOf = (groups: readonly Group[], fieldsOf: (operation: string) => string[]): CommandEntry[] =>
  groups.flatMap((group) =>
    group.commands
      .filter(({ hidden }) => !hidden)
      .map((command) => ({
        command: pathOf(group, command),
        about: command.about,
        args: (command.args ?? []).map(({ name, about }) => ({ name: bracketed(name), about })),
        options: optionsOf(command),
        examples: command.examples ?? [],
        destructive: Boolean(command.destructive),
        fields: command.operation ? fieldsOf(command.operation) : (command.fields ?? []),
      })),
  )
