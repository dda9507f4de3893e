// The service's own pages, as data for the routes and the OpenAPI document.

export interface Page {
  path: string
  summary: string
  type: string
  also?: Record<number, string>
  forms?: Record<number, string>
}

export const PAGES: readonly Page[] = [
  { path: '/', summary: 'The front page: what this is, and where to go.', type: 'text/html' },
  { path: '/healthz', summary: 'Liveness; does not use the database.', type: 'application/json' },
  {
    path: '/readyz',
    summary: 'Readiness: the database responds and its schema is current.',
    type: 'application/json',
    also: { 503: 'Not ready: `database` says why.' },
  },
  { path: '/metrics', summary: 'Metrics for Prometheus.', type: 'text/plain' },
  { path: '/openapi.json', summary: 'This document.', type: 'application/json' },
  { path: '/docs', summary: 'This document as HTML; `?q=` finds routes and guides.', type: 'text/html' },
  { path: '/docs.md', summary: 'The routes as Markdown.', type: 'text/markdown' },
  {
    path: '/docs/{page}',
    summary: 'A guide, such as /docs/api; with .md at the end as Markdown.',
    type: 'text/html',
    also: { 404: 'There is no such guide.' },
  },
  { path: '/llms.txt', summary: 'How to use the API, on one page for models.', type: 'text/plain' },
  {
    path: '/settings',
    summary: 'Your account in a browser: plan, credentials, calendar, data.',
    type: 'text/html',
    also: {
      303: 'Signed in already: to the page named by `next`. With a `link` of `crm settings`: signed in by it.',
      401: 'The `link` was used before, or is too old.',
    },
    forms: { 400: 'A form with a mistake.', 401: 'Not signed in.', 403: 'Posted by another site.' },
  },
  {
    path: '/clip',
    summary: 'The posting of the page you are on as a filled form, to look over and save.',
    type: 'text/html',
    also: { 303: 'Not signed in: to the page that signs in and comes back.' },
    forms: { 400: 'A form with a mistake.', 401: 'Not signed in.', 403: 'Posted by another site.' },
  },
  {
    path: '/extension.zip',
    summary: 'The browser extension, to unpack and load.',
    type: 'application/zip',
    also: { 404: 'It was not built.' },
  },
  {
    path: '/settings/export',
    summary: 'All your data, as a file.',
    type: 'application/json',
    also: { 401: 'Not signed in.' },
  },
]
