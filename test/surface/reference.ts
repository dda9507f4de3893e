// The terminal's reference and man page, generated from the commands and the app's keys.
import type { Command, Group } from '../../cli/command.ts'
import { GROUPS } from '../../cli/groups.ts'
import { bracketed, optionsOf } from '../../cli/help.ts'
import { EXIT_CODES, pathOf } from '../../cli/program.ts'
import { KEYS } from '../../cli/views/app/keys.ts'
import { VARIABLES } from '../../core/config.ts'

interface Entry {
  group: Group
  commands: Command[]
}

async function entries(): Promise<Entry[]> {
  const groups = await Promise.all(GROUPS.map(({ load }) => load()))
  return groups
    .map((group) => ({ group, commands: group.commands.filter(({ hidden }) => !hidden) }))
    .filter(({ commands }) => commands.length)
}

const usageOf = (group: Group, command: Command): string =>
  ['crm', pathOf(group, command), ...(command.args ?? []).map(({ name }) => bracketed(name))].join(' ')

function commandText(group: Group, command: Command): string {
  const terms = [
    ...(command.args ?? []).map(({ name, about }) => `- \`${bracketed(name)}\` — ${about}`),
    ...optionsOf(command).map(({ flags, about }) => `- \`${flags}\` — ${about}`),
  ]
  const examples = command.examples?.length ? `\n\n\`\`\`sh\n${command.examples.join('\n')}\n\`\`\`` : ''
  return `### \`${usageOf(group, command)}\`\n\n${command.about}\n\n${terms.join('\n')}${examples}\n`
}

/** docs/reference.md */
export async function referenceText(): Promise<string> {
  const groups = (await entries()).map(
    ({ group, commands }) =>
      `## ${group.name}\n\n${group.about}\n\n${commands.map((command) => commandText(group, command)).join('\n')}`,
  )
  const keys = KEYS.map(({ shown, about }) => `- \`${shown}\` — ${about}`).join('\n')
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => `- \`${code}\` — ${meaning}`)
  return [
    '# Reference of the terminal\n\nMade from the commands themselves by `npm run surface`. `crm <command> --help` shows the same.\n',
    ...groups,
    `## Keys of the app\n\n${keys}\n`,
    `## Exit codes\n\n${codes.join('\n')}\n`,
  ].join('\n')
}

/** Characters that troff would read as a command or an escape. */
const plain = (text: string): string =>
  text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/gm, '\\&$1')

const tagged = (term: string, about: string): string => `.TP\n.B ${plain(term)}\n${plain(about)}\n`

/** docs/crm.1 */
export async function manualText(): Promise<string> {
  const commands = (await entries()).flatMap(({ group, commands }) =>
    commands.map(
      (command) =>
        `.SS ${plain(usageOf(group, command))}\n${plain(command.about)}\n` +
        [
          ...(command.args ?? []).map(({ name, about }) => tagged(bracketed(name), about)),
          ...optionsOf(command).map(({ flags, about }) => tagged(flags, about)),
        ].join(''),
    ),
  )
  const variables = Object.values(VARIABLES).map(({ name, about }) => tagged(name, about))
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => tagged(code, meaning))
  return [
    '.\\" Made from the commands themselves by `npm run surface`.\n.TH CRM 1\n',
    '.SH NAME\ncrm \\- a job\\-search CRM for people who live in a terminal and for the agents that work for them\n',
    '.SH SYNOPSIS\n.B crm\n[noun [verb]] [options]\n',
    `.SH COMMANDS\n${commands.join('')}`,
    `.SH KEYS OF THE APP\n${KEYS.map(({ shown, about }) => tagged(shown, about)).join('')}`,
    `.SH ENVIRONMENT\n${variables.join('')}`,
    `.SH EXIT STATUS\n${codes.join('')}`,
  ].join('')
}
