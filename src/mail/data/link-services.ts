/** Short addresses of a site's own things: they lead nowhere else, so nothing is hidden behind them. */
export const ONE_SITE_SHORTENERS = new Set([
  ...[
    'youtu.be',
    'wp.me',
    'amzn.to',
    'amzn.com',
    'fb.me',
    'flic.kr',
    '4sq.com',
    'doi.org',
    'db.tt',
    'dai.ly',
  ],
  ...['s.apache.org', 'slidesha.re', 'yhoo.it', 'binged.it', 'onion.com', 'huff.to', 'disq.us', 'bizj.us'],
  ...['x.hypem.com', '*.app.link', '*.page.link', 'conta.cc', 'eepurl.com'],
])

/** Short addresses that a service puts in for every link of its own mail. */
export const SHORTENER_OWNERS: Readonly<Record<string, readonly string[]>> = {
  't.co': ['twitter.com', 'x.com'],
  'lnkd.in': ['linkedin.com'],
  'bit.ly': ['bitly.com'],
}

/** Hosts through which sending platforms count clicks and mail gateways examine links, by their documentation and their
 * mail (2026-11). A `*` at the end of the first label stands for digits and letters. */
export const TRACKING_HOSTS = [
  // Sending platforms.
  ...['list-manage*.com', 'mailchimp.com', 'mailchi.mp', 'mandrillapp.com', 'sendgrid.net', 'awstrack.me'],
  ...['mailgun.org', 'mailgun.info', 'mgsend.net', 'spgo.io', 'sparkpostmail.com', 'mjt.lu', 'mailjet.com'],
  ...['sendibt*.com', 'sendibm*.com', 'sendinblue.com', 'brevo.com', 'hubspotlinks.com', 'hubspotemail.net'],
  ...[
    'hubspotstarter.net',
    'rs6.net',
    'constantcontact.com',
    'createsend*.com',
    'cmail*.com',
    'klclick*.com',
  ],
  ...[
    'klaviyomail.com',
    'exct.net',
    'exacttarget.com',
    'sfmc-content.com',
    'pardot.com',
    'en25.com',
    'eloqua.com',
  ],
  ...[
    'rsys*.net',
    'responsys.net',
    'mktoweb.com',
    'mkt*.com',
    'customeriomail.com',
    'pstmrk.it',
    'postmarkapp.com',
  ],
  ...['acemlna.com', 'acemlnb.com', 'acemlnc.com', 'activehosted.com', 'emlnk*.com', 'convertkit-mail*.com'],
  ...['kit-mail*.com', 'dripemail*.com', 'mlsend*.com', 'mailerlite.com', 'aweber.com', 'getresponse.com'],
  ...[
    'infusionsoft.com',
    'keap-link*.com',
    'omnisend.com',
    'soundestlink.com',
    'beehiiv.com',
    'substack.com',
  ],
  ...['crsend.com', 'cleverreach.com', 'emailsys*.net', 'inxmail.com', 'stat-pulse.com', 'sendpulse.com'],
  ...[
    'unisender.com',
    'sendsay.ru',
    'emarsys.net',
    'emsecure.net',
    'trackedlink.net',
    'dmtrk.net',
    'dotmailer.com',
  ],
  ...['intercom-links.com', 'intercom-clicks.com', 'maillist-manage*.com', 'zcsend.net', 'musvc*.com'],
  ...[
    'notifyvisitors.com',
    'spoton.com',
    'elasticemail.com',
    'smtp2go.com',
    'mailtrack.io',
    'rdstation.com.br',
  ],
  ...[
    'agilecrm.com',
    'benchmarkemail.com',
    'icptrack.com',
    'newsletter2go.com',
    'sailthru.com',
    'iterable.com',
  ],
  // Gateways that write every link anew.
  ...[
    'safelinks.protection.outlook.com',
    'urldefense.com',
    'urldefense.proofpoint.com',
    'mimecastprotect.com',
  ],
  ...[
    'mimecast.com',
    'cudasvc.com',
    'secure-web.cisco.com',
    'protection.sophos.com',
    'clicktime.symantec.com',
  ],
  ...['trendmicro.com', 'fireeye.com', 'trellix.com', 'avanan.click', 'checkpoint.com', 'hornetsecurity.com'],
]
