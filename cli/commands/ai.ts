// `crm ai …`: every assistant from the terminal, with input from files, stdin and the pipeline.
import type { Group } from '../command.ts'
import { companyCommands } from './ai-companies.ts'
import { readingCommands } from './ai-reading.ts'
import { selfCommands } from './ai-self.ts'

export const group: Group = {
  name: 'ai',
  about: 'AI assistants, with your own API key.',
  commands: [...readingCommands, ...companyCommands, ...selfCommands],
}
