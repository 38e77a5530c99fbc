const ACRONYMS = new Set([
  ...[
    'arc',
    'aspf',
    'adkim',
    'bimi',
    'caa',
    'cname',
    'dane',
    'dkim',
    'dmarc',
    'dns',
    'dnssec',
    'ehlo',
    'esmtp',
    'helo',
    'html',
  ],
  ...[
    'aaaa',
    'ip',
    'ipv4',
    'ipv6',
    'mime',
    'mta',
    'mx',
    'ptr',
    'rfc',
    'rpt',
    'rsa',
    'rua',
    'ruf',
    'smtp',
    'smtputf8',
    'spf',
    'sts',
    'tls',
    'ttl',
    'txt',
    'url',
  ],
])

/** Names come back with every report; more than there are of ours are not kept. */
const MOST_NAMES = 2000
const known = new Map<string, string>()

/** A name of the code as people read it: Reverse DNS. */
export function spaced(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const title = inWords(name)
  if (known.size < MOST_NAMES) known.set(name, title)
  return title
}

function inWords(name: string): string {
  const words = name.split(/[-_ ]/).filter((word) => word !== '')
  const cased = words.map((word) => (ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word))
  const sentence = cased.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
