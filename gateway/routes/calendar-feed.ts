// The calendar feed route: its secret URL is the credential.
import type { Express, RequestHandler } from 'express'
import { readFeed } from '../../core/calendar/feed.ts'
import type { Core } from '../../core/index.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isKnown } from '../http/entity-tag.ts'
import { refuseMethod } from '../http/mount.ts'
import { sendText } from '../http/send.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import type { OpenApiOperation } from '../openapi/operation-object.ts'

export const CALENDAR_FEED = '/calendar/:secret.ics'

const TYPE = 'text/calendar; charset=utf-8'

export const describeCalendarFeed = (refused: Record<string, unknown>): OpenApiOperation => ({
  operationId: 'calendar.subscription',
  summary: 'The calendar feed, as iCalendar; returns 304 for a current ETag.',
  tags: ['pipeline'],
  security: [],
  parameters: [{ name: 'secret', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'The calendar.',
      content: {
        'text/calendar': {
          schema: { type: 'string' },
          example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
        },
      },
    },
    304: { description: 'As it was.' },
    ...refused,
  },
})

export function mountCalendarFeed(app: Express, { services }: Core, throttle: CredentialThrottle): void {
  app
    .route(CALENDAR_FEED)
    .get((async (req, res) => {
      const secret = String(req.params['secret'])
      throttle.admit(req.ip, secret)
      const subscription = await readFeed(services, secret)
      if (!subscription) {
        throttle.refused(req.ip)
        return fail('route_not_found', { path: '/calendar/….ics' })
      }
      throttle.accepted(subscription.id, secret)
      // Weak, because the feed is also sent compressed.
      res.setHeader('ETag', `W/${subscription.etag}`)
      res.setHeader('Cache-Control', 'private, no-cache')
      if (isKnown(req.headers['if-none-match'], subscription.etag)) return void res.status(304).end()
      res.setHeader('Content-Disposition', 'inline; filename="job-search.ics"')
      sendText(res, 200, TYPE, subscription.text)
    }) satisfies RequestHandler)
    .all(refuseMethod(['GET', 'HEAD']))
}
