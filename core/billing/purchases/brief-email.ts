// The email that delivers a company brief, as HTML and text.
import { serviceUrl, type Config } from '../../config.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { emailLayout } from '../../mail/layout.ts'
import type { PurchaseRow } from './store.ts'

const SECTIONS = [
  ['recentNews', 'Recent news'],
  ['cultureSignals', 'How they work'],
  ['interviewFocus', 'What the interview focuses on'],
  ['questionsToAsk', 'Questions to ask'],
  ['talkingPoints', 'Talking points'],
  ['redFlags', 'Look closely at'],
] as const

type Brief = Record<string, unknown> & { companyOverview?: string; salaryRange?: string }

const linesOf = (brief: Brief, name: string): string[] => {
  const value = brief[name]
  return Array.isArray(value) ? value.map(String) : []
}

export function briefEmail({ input, answer }: PurchaseRow, config: Config) {
  // The answer of the assistant that wrote it.
  const brief = (answer?.['brief'] ?? {}) as Brief
  const company = String(input['company'] ?? '')
  const role = typeof input['role'] === 'string' ? input['role'] : ''
  const title = `${company}${role ? `: ${role}` : ''}`
  const sections = SECTIONS.map(([name, heading]) => ({ heading, lines: linesOf(brief, name) })).filter(
    ({ lines }) => lines.length,
  )
  const where = `${serviceUrl(config)}/settings`
  return {
    subject: `Your brief on ${company}`.replace(/\s+/g, ' ').slice(0, 200),
    html: emailLayout(
      title,
      [
        `<p>${escapeHtml(brief.companyOverview ?? '')}</p>`,
        ...sections.map(
          ({ heading, lines }) =>
            `<h2>${heading}</h2><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
        ),
        `<h2>Pay</h2><p>${escapeHtml(brief.salaryRange ?? '')}</p>`,
        `<p class="small">You bought this brief; it is kept with your purchases at <a href="${escapeHtml(where)}">${escapeHtml(where)}</a>.</p>`,
      ].join('\n'),
    ),
    body: [
      title,
      '='.repeat(Math.min(title.length, 70)),
      '',
      brief.companyOverview ?? '',
      ...sections.flatMap(({ heading, lines }) => ['', heading, ...lines.map((line) => `  - ${line}`)]),
      '',
      'Pay',
      `  ${brief.salaryRange ?? ''}`,
      '',
      `You bought this brief; it is kept with your purchases at ${where}.`,
    ].join('\n'),
  }
}
