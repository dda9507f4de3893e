// The manifest of the browser extension: the page one looks at when one asks for it, and the host of one's own gateway.

/** manifest.json, Manifest V3. Any host may be one's gateway, so it is granted by the person, and only that one is asked for. */
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
