// Every assistant, in the order of the specification.
import type { Assistant } from './assistant.ts'
import { parseJd } from './tasks/parse-jd.ts'

export const ASSISTANTS = [parseJd] as unknown as readonly Assistant[]
