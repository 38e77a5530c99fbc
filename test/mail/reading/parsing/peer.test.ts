import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const HEAD =
  'From: =?utf-8?Q?J=C3=B6rg?= <a@b.example>\r\nTo: c@d.example, "E, F" <e@f.example>\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\n'
const text = (body: string, charset = 'utf-8') =>
  `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64')}\r\n`
const html =
  'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=BC=C3=9Fe=\r\n</p>\r\n'
const file =
  "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''%C3%BC.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
const picture =
  'Content-Type: image/png; name=a.png\r\nContent-ID: <i>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n'
const multipart = (type: string, boundary: string, ...parts: string[]) =>
  `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`

/** Another parser, written by others, reads well-formed messages the same way. */
test.each([
  ['plain text', text('Grüße\r\nund mehr')],
  ['iso-2022-jp', text('\x1b$B$3$s\x1b(B', 'iso-2022-jp')],
  ['HTML and text', multipart('alternative', 'a', text('Grüße'), html)],
  ['a file', multipart('mixed', 'm', text('Grüße'), file)],
  ['pictures', multipart('related', 'r', html, picture)],
  [
    'all at once',
    multipart(
      'mixed',
      'm',
      multipart('alternative', 'a', text('Grüße'), multipart('related', 'r', html, picture)),
      file,
    ),
  ],
  ['format=flowed', 'Content-Type: text/plain; format=flowed\r\n\r\none \r\ntwo\r\n-- \r\nme\r\n'],
])('%s', async (_name, content) => {
  const raw = Buffer.from(HEAD + content, 'latin1')
  const ours = parseMessage(raw)
  const theirs = await PostalMime.parse(raw)
  const lines = (body: string | undefined) => body?.replaceAll('\r\n', '\n').trimEnd()
  expect({
    subject: ours.subject,
    from: ours.from.map(({ name, address }) => [name, address]),
    to: ours.to.map(({ address }) => address),
    text: lines(ours.text),
    html: lines(ours.html),
    files: ours.attachments.map(({ contentType, filename }) => [contentType, filename]),
  }).toEqual({
    subject: theirs.subject ?? '',
    from: [[theirs.from?.name ?? '', theirs.from?.address ?? '']],
    to: (theirs.to ?? []).map(({ address }) => address ?? ''),
    text: ours.text === undefined ? undefined : lines(theirs.text),
    html: ours.html === undefined ? undefined : lines(theirs.html),
    files: theirs.attachments.map(({ mimeType, filename }) => [mimeType, filename ?? undefined]),
  })
})
