// Every operation of the product, collected from the domains.
import { operations as account } from './account/operations.ts'
import { operations as activities } from './activities/operations.ts'
import { operations as billing } from './billing/operations.ts'
import { operations as assistants } from './assistants/operations.ts'
import { operations as audit } from './audit/operations.ts'
import { operations as calendar } from './calendar/operations.ts'
import { operations as counsel } from './counsel/operations.ts'
import { operations as contacts } from './contacts/operations.ts'
import { operations as identity } from './identity/operations.ts'
import { operations as mailAccounts } from './inbox/account-operations.ts'
import { operations as inbox } from './inbox/operations.ts'
import { operations as intelligence } from './intelligence/operations.ts'
import { operations as jobs } from './jobs/operations.ts'
import { operations as mirror } from './mirror/operations.ts'
import { operations as offers } from './offers/operations.ts'
import { operations as oauth } from './oauth/operations.ts'
import { operations as pipeline } from './pipeline/operations.ts'
import { operations as references } from './references/operations.ts'
import { operations as search } from './search/operations.ts'
import { operations as seats } from './seats/operations.ts'
import { operations as webhooks } from './webhooks/operations.ts'
import { operations as scout } from './scout/operations.ts'
import { operations as watch } from './watch/operations.ts'
import type { Operation } from './kernel/operation.ts'

export const operations: readonly Operation[] = [
  ...jobs,
  ...contacts,
  ...activities,
  ...calendar,
  ...offers,
  ...references,
  ...counsel,
  ...search,
  ...mirror,
  ...pipeline,
  ...mailAccounts,
  ...inbox,
  ...webhooks,
  ...audit,
  ...identity,
  ...account,
  ...oauth,
  ...intelligence,
  ...seats,
  ...billing,
  ...assistants,
  ...scout,
  ...watch,
]

export const operationNamed = (name: string): Operation | undefined =>
  operations.find((op) => op.name === name)
