/**
 * Labels of host names, DKIM selectors and local parts that many organisations use, so that they tell nothing of one message.
 * A number of one or two digits, or a year, may follow each of them.
 */
const LABELS = `
a aaaa ab abuse academy access account accounting accounts action actions activate activation active ad admin
administrator ads adsp agent ai alert alerts all alpha alt amazonses analytics answer aol api apis app apple apps arc
archive aspmx asset assets atom au auth autoconfig autodiscover b backend backup bank banking beta bill billing bimi
bl blog board bot bounce bounced bouncer bounces box brand brevo bulk business c ca caldav calendar campaign campaigns
carddav care careers cart case cdn center central cert chat check checkout ci click clicks client clients cloud
cluster cm cmail code com community company confirm confirmation connect console contact contacts content control core
corp course courses crm customer customers cv d dane dash dashboard data db dbl de default deliver delivery demo desk
dev developer developers device digest direct dkim dkimkey dl dmarc dns dnsbl dnswl do dob doc docs domain
domainconnect domainkey domainkeys donotreply download downloads dul dwl dyn e east ec ecommerce edge edu email emails
en enews enterprise eop erp error errors es eu event events example exchange express f facebook false fbl feed
feedback feeds file files filter fm forward forwarder fr fresh frontend ftp fwd g gamma gate gateway get git global gmail
gmx go google googlegroups googlemail group groups h hello help helpcenter helpdesk hi home host hosted hosting
hostkarma hostmaster hotmail hr http https hub hubspot i icloud icon icons id identity idp ids image images imap imaps
img imgs in inbound inbox info insights int intern internal intranet invitations invite invoice invoices io ip it ix j
ja jira jmap job jobs join jp k key keys klaviyo krs kundenservice l lb ldap learn learning legal letter letters lib
licence license link links list lists listserv live lnk load local login logo logos m ma mail mailapp mailbox
mailchimp maildelivery mailer mailers mailgun mailhost mailing mailings mailjet mailman mailout mailqueue mails
mailsec mailserver mailsrv main manage manager mandrill map maps market marketing master mc media meet meeting member
members message messages messaging metrics mg mi microsoft mobil mobile mobileapp monitor mta mtas mts multi mx mxa
mxb mxs my myaccount n na net network new news newsletter newsletters nl no nobl noc node noreply north not notice
notices notification notifications notifier notify ns o oauth office ok on one online open ops order orders org origin
os oss out outbound outgoing outlook outmail owner p page pages panel partner partners pass password pay payment
payments pbl people phone photo photos pic pics pixel pl platform play plus pm pmta pop pops portal post postmark
postmaster prd press preview primary pro prod production profile project projects promo promotion promotions
protection protonmail proxy psbl ptr pub public publish push q qa queue r rbl read receipt receipts recover redir
redirect register registration registry relay releases remote reply report reporting reports res research resend
reservations reset resource resources return returnpath returns review reviews root router rss rua ruf s safe sale
sales salesforce sandbox sasl sbl sc school scl score search secondary secure security sel selector send sender
sendgrid sendinblue sending sends sent sentry server servers service services session sg share shared shop sieve sig
sign signin signup sip site sites smime smtp smtpauth smtpout smtptls social software south sp spam spamcop spamd
sparkpost spf spfa srs ssl sso staff stage staging start stat static statistics stats status storage store stream sts
studio submission submissions subscribe subscription subscriptions suite support surbl survey surveys swl sys system t
tag tags task tasks tcp team teams tech test testing tests text theme ticket ticketing tickets tls tlsrpt token tools
track tracker tracking tracks training transactional travel trial trk truncate tx txn u uat ubl udp ui uk unsub
unsubscribe update updates upload uploads uri uribl us user users v vault verification verify video videos view vip
virtual voice vpn w web webapp webinar webinars webmail webmaster website webview welcome west wiki wildcard work
workspace world wp ws www x xbl xml y yahoo z zen zendesk zoho zrd
`

const KNOWN = new Set(LABELS.split(/\s+/).filter(Boolean))

/** What may follow a known label: mx1, s2, k10, dkim-2024, selector2025. */
const NUMBERED = /^(\p{L}+)(?:\d{1,2}|20[12]\d)?$/u

/** Known selectors whose number is longer. */
const AS_THEY_ARE = new Set(['s1024', 's2048', 'rsa2048', 'key1024', 'key2048', 'office365'])

const MOST_PIECES = 4
/** A code can be spelled in labels that each are known: 73-92-04, q.j.w.z. */
const MOST_DIGITS = 3
const MOST_SHORT = 3
const YEAR = /20[12]\d$/

/** Nobody puts a secret into names whose labels thousands of others use, unless several of them together spell it. */
export function areKnownLabels(labels: readonly string[]): boolean {
  if (!labels.every(isKnownLabel)) return false
  const pieces = labels.flatMap(piecesOf).filter((piece) => !AS_THEY_ARE.has(piece))
  const years = pieces.filter((piece) => YEAR.test(piece))
  const digits = pieces
    .filter((piece) => !YEAR.test(piece))
    .join('')
    .replace(/\D/g, '')
  const short = pieces.filter((piece) => piece.replace(/\d/g, '').length <= 1)
  return years.length <= 1 && digits.length <= MOST_DIGITS && short.length <= MOST_SHORT
}

function piecesOf(label: string): string[] {
  return label
    .toLowerCase()
    .replace(/^_/, '')
    .split(/[-_+]/, MOST_PIECES + 1)
}

function isKnownLabel(label: string): boolean {
  const pieces = piecesOf(label)
  return pieces.length <= MOST_PIECES && pieces.every(isKnownPiece)
}

function isKnownPiece(piece: string): boolean {
  if (AS_THEY_ARE.has(piece) || /^\d{1,2}$/.test(piece)) return true
  const letters = NUMBERED.exec(piece)?.[1]
  return letters !== undefined && KNOWN.has(letters)
}
