// When something is, in tables.
import { showInstant } from '../../core/kernel/show-instant.ts'

/** Date and time in this machine's time zone. The time is always shown, also for distant dates. */
export function whenOf(iso: string, zone: string): string {
  const short = showInstant(iso, new Date(), zone)
  if (/:\d\d$/.test(short)) return short
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.parse(iso))
  return time === '00:00' ? short : `${short} ${time}`
}
