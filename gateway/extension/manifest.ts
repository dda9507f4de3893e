// The manifest of the browser extension. It may read the current page on a click, and reach the user's own gateway.

/** manifest.json, Manifest V3. A gateway may have any host, so the person grants access to that host at run time. */
export const extensionManifest = (version: string) => ({
  manifest_version: 3,
  name: 'crm: save a job',
  short_name: 'crm',
  version: version.replace(/[^\d.].*$/, ''),
  description:
    'Saves the posting you look at into your own job search, and says whether you follow it already.',
  permissions: ['activeTab', 'scripting', 'storage'],
  optional_host_permissions: ['https://*/*', 'http://*/*'],
  action: { default_popup: 'popup.html', default_title: 'Save this job' },
  commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+J' } } },
  content_security_policy: {
    extension_pages: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src https: http:",
  },
  minimum_chrome_version: '120',
})
