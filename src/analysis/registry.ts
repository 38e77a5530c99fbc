import type { Analyzer } from './analyzer.ts'
import { arc } from './analyzers/authentication/arc.ts'
import { bimi } from './analyzers/authentication/bimi.ts'
import { dkim } from './analyzers/authentication/dkim.ts'
import { dmarc } from './analyzers/authentication/dmarc.ts'
import { spf } from './analyzers/authentication/spf.ts'
import { accessibility } from './analyzers/content/accessibility.ts'
import { clientSupport } from './analyzers/content/client-support.ts'
import { content } from './analyzers/content/content.ts'
import { html } from './analyzers/content/html.ts'
import { images } from './analyzers/content/images.ts'
import { links } from './analyzers/content/links.ts'
import { listUnsubscribe } from './analyzers/content/list-unsubscribe.ts'
import { placeholders } from './analyzers/content/placeholders.ts'
import { rspamd } from './analyzers/content/rspamd.ts'
import { spamassassin } from './analyzers/content/spamassassin.ts'
import { subject } from './analyzers/content/subject.ts'
import { attachments } from './analyzers/message/attachments.ts'
import { headers } from './analyzers/message/headers.ts'
import { mime } from './analyzers/message/mime.ts'
import { senderIdentity } from './analyzers/message/sender-identity.ts'
import { size } from './analyzers/message/size.ts'
import { providerApple } from './analyzers/providers/provider-apple.ts'
import { providerGmail } from './analyzers/providers/provider-gmail.ts'
import { providerGmx } from './analyzers/providers/provider-gmx.ts'
import { providerLaposte } from './analyzers/providers/provider-laposte.ts'
import { providerOrange } from './analyzers/providers/provider-orange.ts'
import { providerOutlook } from './analyzers/providers/provider-outlook.ts'
import { providerTonline } from './analyzers/providers/provider-tonline.ts'
import { providerYahoo } from './analyzers/providers/provider-yahoo.ts'
import { blocklist } from './analyzers/server/blocklist.ts'
import { deliveryPath } from './analyzers/server/delivery-path.ts'
import { domainAge } from './analyzers/server/domain-age.ts'
import { domainBlocklist } from './analyzers/server/domain-blocklist.ts'
import { helo } from './analyzers/server/helo.ts'
import { linkBlocklist } from './analyzers/server/link-blocklist.ts'
import { mx } from './analyzers/server/mx.ts'
import { reverseDns } from './analyzers/server/reverse-dns.ts'
import { smtpConduct } from './analyzers/server/smtp-conduct.ts'
import { tls } from './analyzers/server/tls.ts'
import { transportPolicy } from './analyzers/server/transport-policy.ts'

/** Report order. Adding a check is one file and one line here. */
export const analyzers: readonly Analyzer[] = [
  spf,
  dkim,
  dmarc,
  arc,
  bimi,
  reverseDns,
  helo,
  tls,
  mx,
  blocklist,
  domainBlocklist,
  linkBlocklist,
  domainAge,
  transportPolicy,
  deliveryPath,
  smtpConduct,
  headers,
  senderIdentity,
  mime,
  size,
  attachments,
  content,
  subject,
  html,
  images,
  links,
  placeholders,
  listUnsubscribe,
  clientSupport,
  accessibility,
  spamassassin,
  rspamd,
  providerGmail,
  providerYahoo,
  providerOutlook,
  providerApple,
  providerLaposte,
  providerGmx,
  providerOrange,
  providerTonline,
]
