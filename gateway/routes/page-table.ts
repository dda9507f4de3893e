// The service's own pages, for the routes and for the OpenAPI document.

export const PAGES = [
  { path: '/healthz', summary: 'Whether the process is alive; asks no database.', type: 'application/json' },
  {
    path: '/readyz',
    summary: 'Whether the database answers and its schema is current.',
    type: 'application/json',
  },
  { path: '/metrics', summary: 'Measurements for Prometheus.', type: 'text/plain' },
  { path: '/openapi.json', summary: 'This document.', type: 'application/json' },
  { path: '/docs', summary: 'This document for reading.', type: 'text/html' },
  {
    path: '/settings',
    summary: 'Your account in a browser: plan, credentials, calendar, data.',
    type: 'text/html',
    takesForms: true,
  },
  {
    path: '/settings/export',
    summary: 'Everything that is kept of you, as a file.',
    type: 'application/json',
  },
] as const
