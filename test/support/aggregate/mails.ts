import type { Chance } from '../../fuzz/random.ts'

export interface MailPart {
  name?: string
  type?: string
  disposition?: string
  bytes: Uint8Array
  encoding?: 'base64' | '7bit' | 'binary'
}

const CRLF = '\r\n'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A mail of one part, which is the file. */
export function singleMail(part: MailPart, from = 'reports@reporter.example'): Uint8Array {
  return Buffer.concat([latin1(headersOf(from)), partBytes(part)])
}

/** A mail of several parts. */
export function mixedMail(
  parts: readonly MailPart[],
  options: { from?: string; type?: string } = {},
): Uint8Array {
  const { from = 'reports@reporter.example', type = 'multipart/mixed' } = options
  // Mails in one another must not share theirs.
  const boundary = `=_report_${parts.reduce((sum, { bytes }) => sum + bytes.length + 1, 0)}`
  return Buffer.concat([
    latin1(`${headersOf(from)}Content-Type: ${type}; boundary="${boundary}"${CRLF}${CRLF}`),
    ...parts.flatMap((part) => [latin1(`--${boundary}${CRLF}`), partBytes(part), latin1(CRLF)]),
    latin1(`--${boundary}--${CRLF}`),
  ])
}

export const letter = (text = 'This is an aggregate report.'): MailPart => ({
  type: 'text/plain; charset=utf-8',
  encoding: '7bit',
  bytes: Buffer.from(text),
})

function headersOf(from: string): string {
  return [
    `From: ${from}`,
    'To: token@reports.example.com',
    'Subject: Report Domain: example.com Submitter: reporter.example Report-ID: <1>',
    'Date: Thu, 19 Nov 2026 03:10:44 +0000',
    'Message-ID: <1@reporter.example>',
    'MIME-Version: 1.0',
    '',
  ].join(CRLF)
}

function partBytes({
  name,
  type = 'application/octet-stream',
  disposition,
  bytes,
  encoding = 'base64',
}: MailPart): Uint8Array {
  const base64 = Buffer.from(bytes).toString('base64').replace(/.{76}/g, `$&${CRLF}`)
  const lines = [
    `Content-Type: ${type}${name ? `; name="${name}"` : ''}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...(disposition || name
      ? [`Content-Disposition: ${disposition ?? 'attachment'}${name ? `; filename="${name}"` : ''}`]
      : []),
    '',
    '',
  ]
  return Buffer.concat([latin1(lines.join(CRLF)), encoding === 'base64' ? latin1(base64) : bytes])
}

const TYPES = [
  'application/gzip',
  'application/zip',
  'application/x-gzip',
  'application/octet-stream',
  'text/xml',
  'application/x-zip-compressed',
]

/** A file by mail, as one reporter or another sends it; types and names lie as they do in the wild. */
export function reportMail(file: Uint8Array, chance: Chance): Uint8Array {
  const part: MailPart = {
    type: chance.pick(TYPES),
    bytes: file,
    ...(chance.below(4) > 0 && { name: 'reporter!example.com!1!2.xml.gz' }),
  }
  const way = chance.below(4)
  if (way === 0) return singleMail(part)
  if (way === 1) return mixedMail([{ type: 'text/plain', encoding: '7bit', bytes: new Uint8Array() }, part])
  const mail = mixedMail([letter(), part])
  return way === 2
    ? mail
    : mixedMail([letter('Forwarded.'), { type: 'message/rfc822', encoding: '7bit', bytes: mail }])
}
