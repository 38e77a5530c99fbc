/** Checks in words, by analyzer name: what people call it, and the question it answers. */
const CHECKS: Readonly<Record<string, { title: string; asks: string }>> = {
  spf: { title: 'SPF', asks: 'May this server send for the envelope sender’s domain?' },
  dkim: { title: 'DKIM', asks: 'Is the message signed, and do the signatures hold?' },
  dmarc: { title: 'DMARC', asks: 'Does the From domain have a policy, and does the message meet it?' },
  arc: { title: 'ARC', asks: 'Did forwarders vouch for the message, and does their chain hold?' },
  bimi: { title: 'BIMI', asks: 'Can mailbox providers show the sender’s logo?' },
  'reverse-dns': {
    title: 'Reverse DNS',
    asks: 'Does the sending address have a name that points back to it?',
  },
  helo: { title: 'HELO name', asks: 'Does the server introduce itself with a real name?' },
  tls: { title: 'Encryption', asks: 'Was the message sent over TLS, with a current version and cipher?' },
  mx: { title: 'Return mail', asks: 'Can the sender’s domains receive replies and bounces?' },
  blocklist: { title: 'IP blocklists', asks: 'Is the sending address on a public blocklist?' },
  'domain-blocklist': { title: 'Domain blocklists', asks: 'Are the sender’s domains on a blocklist?' },
  'link-blocklist': { title: 'Link blocklists', asks: 'Are domains linked in the body on a blocklist?' },
  'transport-policy': {
    title: 'Transport policy',
    asks: 'MTA-STS, TLS reports, DANE and DNSSEC of the domain',
  },
  'delivery-path': { title: 'Delivery path', asks: 'Which servers did the message pass, and how fast?' },
  'smtp-conduct': { title: 'SMTP conduct', asks: 'Does the sending server keep to the rules of SMTP?' },
  headers: { title: 'Header fields', asks: 'Are the required fields there, once, and well formed?' },
  'sender-identity': { title: 'Sender identity', asks: 'Does the displayed name fit the address?' },
  mime: { title: 'MIME structure', asks: 'Is the message built so that every reader can take it apart?' },
  size: { title: 'Size', asks: 'Is the message small enough to be taken and shown in full?' },
  attachments: { title: 'Attachments', asks: 'Are there files that providers block?' },
  content: { title: 'Text and wording', asks: 'Is there a text part, and does the wording look like spam?' },
  subject: { title: 'Subject', asks: 'Is the subject there, honest and of a fitting length?' },
  html: { title: 'HTML', asks: 'Is the HTML safe, visible and well nested?' },
  images: { title: 'Images', asks: 'Do images have text beside them, and alternatives?' },
  links: { title: 'Links', asks: 'Do links lead where they say, over https?' },
  placeholders: { title: 'Placeholders', asks: 'Was every template field filled in?' },
  'list-unsubscribe': { title: 'Unsubscribe', asks: 'Can readers of bulk mail leave with one click?' },
  'client-support': { title: 'Mail client support', asks: 'Do mail clients support the HTML and CSS used?' },
  accessibility: { title: 'Accessibility', asks: 'Can everybody read the message?' },
  spamassassin: { title: 'SpamAssassin', asks: 'What does SpamAssassin make of it?' },
  rspamd: { title: 'Rspamd', asks: 'What does Rspamd make of it?' },
  'provider-gmail': { title: 'Gmail', asks: 'Are Google’s published requirements met?' },
  'provider-yahoo': { title: 'Yahoo', asks: 'Are Yahoo’s published requirements met?' },
  'provider-outlook': { title: 'Outlook', asks: 'Are Microsoft’s published requirements met?' },
  'provider-apple': { title: 'Apple', asks: 'Are Apple’s published requirements met?' },
  'provider-laposte': { title: 'La Poste', asks: 'Are La Poste’s published requirements met?' },
}

const GROUPS: Readonly<Record<string, string>> = {
  authentication: 'Authentication',
  server: 'Sending server',
  message: 'Message form',
  content: 'Content',
  providers: 'Providers',
  other: 'Other checks',
}

/** A name of our own or, for an analyzer this map does not know, its name with spaces. */
export function checkTitle(name: string): string {
  return Object.hasOwn(CHECKS, name) ? (CHECKS[name]?.title ?? spaced(name)) : spaced(name)
}

/** The question a check answers; absent for an analyzer this map does not know. */
export function checkQuestion(name: string): string | undefined {
  return Object.hasOwn(CHECKS, name) ? CHECKS[name]?.asks : undefined
}

export function groupTitle(group: string): string {
  return Object.hasOwn(GROUPS, group) ? (GROUPS[group] ?? spaced(group)) : spaced(group)
}

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

/** The name of a piece of evidence: zones and other names with a dot, what CSS and HTML name, and a scanner's rules, stay as
 * they are. */
export function evidenceTitle(key: string): string {
  return /[-.:<@]/.test(key) || /^[A-Z][A-Z0-9_]+$/.test(key) ? key : spaced(key)
}

function spaced(name: string): string {
  const words = name.split(/[-_ ]/).filter((word) => word !== '')
  const cased = words.map((word) => (ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word))
  const sentence = cased.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
