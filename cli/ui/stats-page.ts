// The statistics as one page to keep or print.
import { several } from '../../core/kernel/amounts.ts'
import { escapeHtml } from '../../core/kernel/escape-html.ts'
import type { Stats } from '../../core/pipeline/statistics.ts'
import { barsOf, pageOf } from './page.ts'
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
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}`

/** Its share is from 0 to 1. */
const bar = (label: string, part: number, most: number, figure: string) => ({
  label,
  figure,
  share: most > 0 ? part / most : 0,
})

export const percent = (rate: number | null, none = 'too few'): string =>
  rate === null ? none : `${Math.round(rate * 100)} %`

function charts(stats: Stats): [title: string, color: string, figures: ReturnType<typeof bar>[]][] {
  const { funnel, weeks, stages, sources } = stats
  const first = funnel[0]?.reached ?? 0
  const busiest = Math.max(0, ...weeks.map(({ applied }) => applied))
  const longest = Math.max(0, ...stages.map(({ medianDays }) => medianDays ?? 0))
  const reached = funnel.map(({ stage, reached: count, rate }, at) =>
    bar(stage, count, first, at ? `${count}, ${percent(rate)}` : String(count)),
  )
  const applied = weeks.map(({ from, applied: count }) => bar(from, count, busiest, String(count)))
  const stays = stages.map(({ status, medianDays: days, moves }) =>
    bar(status, days ?? 0, longest, days === null ? 'too few' : `${days} days (${moves})`),
  )
  const replies = sources.map(({ source, applied: count, responded, rate }) =>
    bar(source.slice(0, 22), rate ?? 0, 1, `${responded} of ${count}, ${percent(rate)}`),
  )
  return [
    ['Funnel', '#2563eb', reached],
    ['Applications, by week', '#0d9488', applied],
    ['How long each stage takes', '#7c3aed', stays],
    ['Reply rate by source', '#16a34a', replies],
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
    .filter(([, , figures]) => figures.length)
    .map(([title, color, figures]) => {
      const bars = figures.map(({ share, ...words }) => ({ ...words, parts: [{ share, color }] }))
      return `<section><h2>${title}</h2>${barsOf(title, bars)}</section>`
    })
  return pageOf(
    'A job search in figures',
    STYLE,
    `<p>${localDay(now.toISOString())}. ${escapeHtml(facts.join(', '))}.</p>
${story ? `<p>${escapeHtml(storyText(story))}</p>\n` : ''}${sections.join('\n')}
<p>Rates of fewer than five jobs are not shown.</p>`,
  )
}
