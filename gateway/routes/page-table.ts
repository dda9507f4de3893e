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
] as const
