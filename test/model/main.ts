// `npm run model:stub [-- --port 4010]`: the scripted model server, for manual testing without a provider.
import { parseArgs } from 'node:util'
import { SCRIPTS } from './scripts.ts'
import { startModelServer } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } })
const { url } = await startModelServer(Number(values.port))

console.log(`A scripted model server listens at ${url}. Point crm at it:

  export OPENAI_BASE_URL=${url} ANTHROPIC_BASE_URL=${url} XAI_BASE_URL=${url}
  export OPENAI_API_KEY=stub
  crm ai parse-jd posting.txt

A model named stub:<script> plays that script (X-AI-Model, or crm ai … --model stub:429):
  ${Object.keys(SCRIPTS).join(', ')}`)
