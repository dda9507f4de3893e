// The statistics as one self-contained page: no scripts, nothing loaded, so that it can be kept and printed.
import { several } from '../../core/kernel/amounts.ts'
import { escapeHtml } from '../../core/kernel/escape-html.ts'
import type { Stats } from '../../core/pipeline/statistics.ts'
import { localDay } from './time.ts'

export function storyText(story: NonNullable<Stats['story']>): string {
  const { company, role, acceptedAt, days, applications, answered, interviews, offers } = story
  const when = acceptedAt ? ` on ${localDay(acceptedAt)}` : ''
  const took = days === null ? '' : `, ${several(days, 'day')} after the first application`
  const steps = [
    several(applications, 'application'),
    several(answered, 'answer'),
    several(interviews, 'interview'),
    several(offers, 'offer'),
  ]
  return `You accepted ${company} — ${role}${when}${took}: ${steps.join(', ')}.\n`
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}text{font:12px system-ui,sans-serif;fill:#1a1a1a}
@media print{body{margin:0}}`

interface Bar {
  label: string
  /** From 0 to 1. */
  share: number
  figure: string
}

const [WIDTH, LABELS, FIGURES, LINE] = [720, 150, 130, 24]

function barsOf(name: string, color: string, bars: readonly Bar[]): string {
  const room = WIDTH - LABELS - FIGURES
  const rows = bars.map(({ label, share, figure }, at) => {
    const width = Math.max(share > 0 ? 2 : 0, share * room)
    const y = at * LINE
    return [
      `<text x="0" y="${y + 16}">${escapeHtml(label)}</text>`,
      `<rect x="${LABELS}" y="${y + 4}" width="${width.toFixed(1)}" height="16" fill="${color}"/>`,
      `<text x="${(LABELS + width + 6).toFixed(1)}" y="${y + 16}">${escapeHtml(figure)}</text>`,
    ].join('')
  })
  const height = bars.length * LINE
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" role="img" aria-label="${escapeHtml(name)}">${rows.join('')}</svg>`
}

const percent = (rate: number | null): string =>
  rate === null ? 'too few to say' : `${Math.round(rate * 100)} %`

const shareOf = (part: number, most: number): number => (most > 0 ? part / most : 0)

function charts({ funnel, weeks, stages, sources }: Stats): [title: string, color: string, bars: Bar[]][] {
  const first = funnel[0]?.reached ?? 0
  const busiest = Math.max(0, ...weeks.map(({ applied }) => applied))
  const longest = Math.max(0, ...stages.map(({ medianDays }) => medianDays ?? 0))
  return [
    [
      'How far they came',
      '#2563eb',
      funnel.map(({ stage, reached, rate }, at) => ({
        label: stage,
        share: shareOf(reached, first),
        figure: at ? `${reached}, ${percent(rate)}` : String(reached),
      })),
    ],
    [
      'Applications, by week',
      '#0d9488',
      weeks.map(({ from, applied }) => ({
        label: from,
        share: shareOf(applied, busiest),
        figure: String(applied),
      })),
    ],
    [
      'How long each stage takes',
      '#7c3aed',
      stages.map(({ status, medianDays, moves }) => ({
        label: status,
        share: shareOf(medianDays ?? 0, longest),
        figure: medianDays === null ? 'too few to say' : `${medianDays} days (${moves})`,
      })),
    ],
    [
      'Who answers',
      '#16a34a',
      sources.map(({ source, applied, responded, rate }) => ({
        label: source.slice(0, 22),
        share: rate ?? 0,
        figure: `${responded} of ${applied}, ${percent(rate)}`,
      })),
    ],
  ]
}

export function statsPage(stats: Stats, now: Date): string {
  const { jobs, ended, unanswered, story } = stats
  const facts = [
    several(jobs, 'job'),
    `${ended.rejected} rejected`,
    `${ended.withdrawn} withdrawn`,
    `${unanswered.applications} without an answer, ${unanswered.over14Days} for more than 14 days`,
  ]
  const sections = charts(stats)
    .filter(([, , bars]) => bars.length)
    .map(([title, color, bars]) => `<section><h2>${title}</h2>${barsOf(title, color, bars)}</section>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A job search in figures</title><style>${STYLE}</style></head>
<body><h1>A job search in figures</h1><p>${localDay(now.toISOString())}. ${escapeHtml(facts.join(', '))}.</p>
${story ? `<p>${escapeHtml(storyText(story))}</p>\n` : ''}${sections.join('\n')}
<p>Rates of fewer than five are not said.</p></body></html>
`
}
