// `crm billing reconcile`: compares the mirror with the processor and corrects it.
import { reconcileBilling } from '../../core/billing/reconcile.ts'
import type { Command } from '../command.ts'
import type { Column } from '../ui/table.ts'

const COLUMNS: Column<{ userId: string; what: string; was: string | null; is: string | null }>[] = [
  { title: 'USER', value: ({ userId }) => userId, minWidth: 8, yields: 1, paint: () => 'dim' },
  { title: 'WHAT', value: ({ what }) => what },
  { title: 'WAS', value: ({ was }) => was },
  { title: 'IS', value: ({ is }) => is, paint: () => 'green' },
]

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const reconcile: Command = {
  name: 'reconcile',
  about: 'Reconcile all billing with the payment processor; administrators only.',
  operation: 'billing.reconcile',
  async run({ client, out }) {
    const report = await client.call(reconcileBilling, {})
    out.list(report, report.mended, COLUMNS, 'Everything was as the processor has it.')
    out.note(
      `${counted(report.customers, 'customer')} compared, ${counted(report.mended.length, 'difference')} mended` +
        `${report.failed ? `, ${report.failed} could not be compared` : ''}` +
        `${report.stuckEvents ? `; ${counted(report.stuckEvents, 'event')} waiting` : ''}.`,
    )
  },
}
