/** Hosts through which mail programs of people tell that a letter was opened, by their documentation and their mail (2026-11). */
export const RECEIPT_HOSTS: ReadonlySet<string> = new Set([
  'r.superhuman.com',
  'link.getmailspring.com',
  'mailfoogae.appspot.com',
  'receipts.canarymail.io',
  'tr.cloudmagic.com',
  'share.polymail.io',
  'bowtie.mailbutler.io',
  'mailtrack.io',
])

/** Header fields of tools that send series of letters to people who did not write first. A trailing `*` is any rest. */
export const SEQUENCE_HEADERS = [
  'x-outreach*',
  'x-salesloft*',
  'x-lemlist*',
  'x-apollo*',
  'x-mailshake*',
  'x-woodpecker*',
  'x-replyio*',
  'x-instantly*',
  'x-smartlead*',
  'x-yesware*',
  'x-mixmax*',
  'x-hubspot-sequence*',
]

/** The same tools by the name that they give themselves. */
export const SEQUENCE_MAILERS =
  /outreach\.io|salesloft|lemlist|apollo\.io|mailshake|woodpecker\.co|reply\.io|instantly\.ai|smartlead|yesware|mixmax|quickmail|gmass|snov\.io/i
