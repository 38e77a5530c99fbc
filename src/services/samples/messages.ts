import { wrapped } from '../wrapped.ts'

interface SampleFacts {
  /** The demo domain. */
  domain: string
  /** The test address. */
  to: string
  now: Date
  /** Makes Message-ID and boundary unique. */
  id: string
}

const CRLF = '\r\n'

/** RFC 5322 3.3 in UTC. */
function dateHeader(now: Date): string {
  return now.toUTCString().replace(/GMT$/, '+0000')
}

type Block =
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'image'; path: string; alt: string; width: number; height: number }
  | { kind: 'link'; text: string; path: string }

/** One content for both parts, so that they say the same. Lines stay under 78 characters (RFC 5322 2.1.1). */
const NEWSLETTER: readonly Block[] = [
  { kind: 'heading', text: 'Saving your own tomato seed' },
  {
    kind: 'image',
    path: '/images/tomatoes.png',
    alt: 'Ripe tomatoes on a wooden table',
    width: 560,
    height: 180,
  },
  {
    kind: 'paragraph',
    text:
      'Dear members, the last tomatoes are in, and this is the moment to keep some seed for spring. Choose a ' +
      'healthy fruit of an open-pollinated variety, cut it in half and press the seeds into a glass of water.',
  },
  {
    kind: 'paragraph',
    text:
      'Leave the glass in a warm place for three days, until the jelly around the seeds has dissolved. Rinse them in ' +
      'a sieve, dry them on a plate for a week, and store them in a paper bag with the name and the year.',
  },
  { kind: 'link', text: 'Read the whole guide with pictures', path: '/guides/tomato-seed' },
  {
    kind: 'paragraph',
    text:
      'Our next meeting is on the first Tuesday of the month, at seven in the evening, in the library. Bring the ' +
      'varieties you would like to share.',
  },
  {
    kind: 'paragraph',
    text:
      'You receive these notes because you joined the Sample Garden Club. Sample Garden Club, 1 Sample Street, ' +
      '12345 Exampletown.',
  },
  { kind: 'link', text: 'Unsubscribe from these notes', path: '/unsubscribe' },
]

/** A short newsletter as a well-run sender sends it. It lacks only its signature. */
export function cleanSample({ domain, to, now, id }: SampleFacts): Uint8Array {
  const boundary = `=_${id}`
  const site = `https://www.${domain}`
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 7bit',
    '',
    body,
  ]
  return bytesOf([
    `From: Sample Garden Club <news@${domain}>`,
    `To: <${to}>`,
    `Reply-To: <hello@${domain}>`,
    'Subject: Garden notes: saving your own tomato seed',
    `Date: ${dateHeader(now)}`,
    `Message-ID: <${id}@${domain}>`,
    `List-Unsubscribe: <${site}/unsubscribe>,`,
    ` <mailto:unsubscribe@${domain}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', NEWSLETTER.map((block) => asText(block, site)).join(CRLF + CRLF)),
    '',
    ...part('text/html', asHtml(site)),
    '',
    `--${boundary}--`,
  ])
}

function asText(block: Block, site: string): string {
  if (block.kind === 'link') return `${block.text}:${CRLF}${site}${block.path}`
  return wrapped(block.kind === 'image' ? `[${block.alt}]` : block.text)
}

function asHtml(site: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Garden notes</title>',
    '</head>',
    '<body style="margin:0;padding:24px;background-color:#ffffff;color:#1f2933;',
    'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px">',
    ...NEWSLETTER.map((block) => asElement(block, site)),
    '</body>',
    '</html>',
  ].join(CRLF)
}

function asElement(block: Block, site: string): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 style="font-size:24px;line-height:32px">${wrapped(block.text)}</h1>`
    case 'paragraph':
      return ['<p>', wrapped(block.text), '</p>'].join(CRLF)
    case 'image':
      return [
        `<p><img src="${site}${block.path}"`,
        `alt="${block.alt}"`,
        `width="${block.width}" height="${block.height}"`,
        'style="display:block;max-width:100%;height:auto"></p>',
      ].join(CRLF)
    case 'link':
      return [`<p><a href="${site}${block.path}"`, `style="color:#0b5394">${block.text}</a></p>`].join(CRLF)
  }
}

/**
 * Much that a sender can do wrong, harmless: every name is under .example, the one address is for documentation
 * (RFC 5737). No signature, no Date, no text part, a spoofed sender, a broken Message-ID.
 */
export function badSample({ domain, to, id }: Omit<SampleFacts, 'now'>): Uint8Array {
  return bytesOf([
    `From: "service@your-bank.example" <prize-office@bad.${domain}>`,
    `To: <${to}>`,
    `Reply-To: <collect@nowhere.bad.${domain}>`,
    'Subject: YOU HAVE WON!!! CLAIM YOUR PRIZE NOW, {{first_name}}!!!',
    `Message-ID: ${id}`,
    'Precedence: bulk',
    'Content-Type: text/html',
    '',
    '<html><body>',
    '<center><font color=red size=7>CONGRATULATIONS {{first_name}}!!!</font></center>',
    '<p>You have won 1,000,000 euros in our lottery! Act now, 100% free, no risk, limited time only!',
    `<p><a href="http://192.0.2.1/login">https://www.your-bank.example/login</a>`,
    `<img src="http://www.bad.${domain}/prize.gif">`,
    `<form action="http://192.0.2.1/collect"><input name="password" type="password"></form>`,
    '<script>document.title = "winner"</script>',
    // One line far over the 998 octets of RFC 5322 2.1.1, hidden, with an octet that no charset was declared for.
    `<div style="display:none">${'prix gagn\xe9 '.repeat(150)}</div>`,
    '</body></html>',
  ])
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return Buffer.from(`${lines.join(CRLF)}${CRLF}`, 'latin1')
}
