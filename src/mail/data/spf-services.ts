/**
 * Names that mail services ask their customers to include, from their own documentation (2026-11). They are only compared
 * with: whether one has a record is asked of the DNS.
 */
export const SPF_SERVICES: readonly string[] = [
  '_spf.google.com',
  'spf.protection.outlook.com',
  'amazonses.com',
  'sendgrid.net',
  'mailgun.org',
  'servers.mcsv.net',
  'spf.mandrillapp.com',
  'spf.mtasv.net',
  'spf.mailjet.com',
  'spf.brevo.com',
  'spf.sendinblue.com',
  '_spf.salesforce.com',
  'mail.zendesk.com',
  'spf.messagingengine.com',
  '_spf.protonmail.ch',
  'mx.ovh.com',
  '_spf.mx.cloudflare.net',
  'icloud.com',
  'zohomail.com',
  'secureserver.net',
  'relay.mailchannels.net',
]
