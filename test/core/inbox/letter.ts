// A message to the reader, as a server delivers it.

export interface Letter {
  id: string
  subject: string
  text: string
  date?: string
  from?: string
  answers?: string
  calendar?: string
}

export function letter({
  id,
  subject,
  text,
  date = 'Tue, 01 Sep 2026 10:00:00 -0400',
  from = 'Dana Fox <dana@globex.example>',
  answers,
  calendar,
}: Letter): string {
  const head = [
    'Delivered-To: me@mailbox.example',
    `From: ${from}`,
    'To: Me <me@mailbox.example>',
    `Subject: =?utf-8?b?${Buffer.from(subject).toString('base64')}?=`,
    `Date: ${date}`,
    `Message-ID: <${id}@globex.example>`,
    ...(answers ? [`In-Reply-To: <${answers}@globex.example>`] : []),
  ]
  const plain = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(text).toString('base64'),
  ]
  if (!calendar) return [...head, ...plain, ''].join('\r\n')
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    ...plain,
    '--cut',
    'Content-Type: text/calendar',
    '',
    calendar,
    '--cut--',
    '',
  ].join('\r\n')
}
