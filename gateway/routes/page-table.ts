// The service's own pages, as data for the routes and the OpenAPI document.

export const PAGES = [
  { path: '/healthz', summary: 'Liveness; does not use the database.', type: 'application/json' },
  {
    path: '/readyz',
    summary: 'Readiness: the database responds and its schema is current.',
    type: 'application/json',
  },
  { path: '/metrics', summary: 'Metrics for Prometheus.', type: 'text/plain' },
  { path: '/openapi.json', summary: 'This document.', type: 'application/json' },
  { path: '/docs', summary: 'This document as HTML.', type: 'text/html' },
  {
    path: '/settings',
    summary: 'Your account in a browser: plan, credentials, calendar, data.',
    type: 'text/html',
    takesForms: true,
  },
  {
    path: '/settings/export',
    summary: 'All your data, as a file.',
    type: 'application/json',
  },
] as const
