import { type BlindCase, exim, log, postfix } from './forms'

/** Filters before mail servers, and lists. */
export const FILTERS: BlindCase[] = [
  {
    name: 'mimecast: poor reputation',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: postfix('m2.sender.example', [
      {
        to: 'ap@lawfirm.example',
        remote: 'us-smtp-inbound-2.mimecast.com',
        status: '5.0.0',
        command: 'RCPT TO command',
        said: '550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550 [vH7Ns8biNg-p6EfZ0QaVMQ.us149]',
      },
    ]),
    causes: ['reputation', 'blocklist'],
    provider: ['mimecast'],
    permanent: true,
  },
  {
    name: 'mimecast: network not allowed',
    source: 'github.com/sisimai/set-of-emails maildir/dos/rhost-mimecast-01.eml',
    text: postfix('smtp.sender.example', [
      {
        to: 'saba@client.example',
        remote: 'us-smtp-inbound-1.mimecast.com',
        status: '5.0.0',
        command: 'RCPT TO command',
        said: '554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554 [z7qZw5BPd1zlDYHka4589ru.us222]',
      },
    ]),
    causes: ['policy', 'reputation', 'blocklist'],
    provider: ['mimecast'],
    permanent: true,
  },
  {
    name: 'proofpoint: address blocked',
    source: 'ipcheck.proofpoint.com',
    text: log(
      'vendor@bank.example',
      'mxa-00176a02.gslb.pphosted.com',
      '5.7.1',
      'bounced',
      'refused to talk to me: 554 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.61',
    ),
    causes: ['blocklist', 'reputation'],
    provider: ['proofpoint'],
    permanent: true,
    advice: /ipcheck|proofpoint/i,
  },
  {
    name: 'barracuda: blocked',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: `550 permanent failure for one or more recipients (user@school.example:blocked)`,
    causes: ['content', 'policy', 'reputation'],
    provider: ['barracuda'],
    permanent: true,
  },
  {
    name: 'cisco: reputation, over two lines',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: exim(
      'lin7.provider.example',
      `  prof@uni.example
    host mx1.uni.example [192.0.2.70]
    SMTP error from remote mail server after initial connection:
    554-esa3.hc123-45.eu.iphmx.com
    554 Your access to this mail system has been rejected due to the sending MTA's poor reputation. If you believe that this failure is in error, please contact the intended recipient via alternate means.`,
    ),
    causes: ['reputation'],
    provider: ['cisco', 'ironport', 'talos'],
    permanent: true,
    advice: /talos|reputation/i,
  },
  {
    name: 'symantec writes it, the server behind it asks for a login',
    source: 'github.com/sisimai/set-of-emails maildir/mac/rhost-messagelabs-01.eml',
    text: `From: Mail Delivery System <MAILER-DAEMON@messagelabs.com>
To: <neko@sender.example>
Subject: Mail Delivery Failure
Content-Type: multipart/report; report-type=delivery-status;
  boundary="dsn_9273597409704_98239857098"
Message-Id: <20170824090957.D3CC51735@r2.sender.example>

--dsn_9273597409704_98239857098
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

This is the mail delivery agent at Symantec Email Security.cloud.

I was unable to deliver your message to the following addresses:

kiji@client.example

Reason: 550-Please turn on SMTP Authentication in your mail client.=20
550-mail0.bemta0.messagelabs.com [198.51.100.21]:22222 is not permitted to
550 relay through this server without authentication.

--dsn_9273597409704_98239857098
Content-Type: message/delivery-status

Arrival-Date: Thu, 17 Jul 2017 23:34:45 +0000
Reporting-MTA: dns; server-0.bemta-0.messagelabs.com

Last-Attempt-Date: Thu, 17 Jul 2017 23:34:45 +0000
Diagnostic-Code: smtp; 550-Please turn on SMTP Authentication in your mail client.
 550-mail0.bemta0.messagelabs.com [198.51.100.21]:11111 is not permitted to
 550 relay through this server without authentication.
Status: 5.0.0
Action: failed
Final-Recipient: rfc822; kiji@client.example

--dsn_9273597409704_98239857098--
`,
    causes: ['relaying'],
    provider: ['exim', 'cpanel', ''],
    permanent: true,
  },
  {
    name: 'rspamd: spam',
    source: 'github.com/r-raymond/nixos-mailserver/issues/12',
    text: postfix('mail.a.example', [
      {
        to: 'b@selfhosted.example',
        remote: 'mail.selfhosted.example',
        status: '5.7.1',
        said: '554 5.7.1 Spam message rejected; If this is not spam contact abuse',
      },
    ]),
    causes: ['content'],
    provider: ['rspamd', 'mailcow', ''],
    permanent: true,
  },
  {
    name: 'cpanel: on a list, over lines in quotes',
    source: 'github.com/getconversio/email-deep-validator/issues/9',
    text: `550-"JunkMail rejected - ec2-54-74-157-229.eu-west-1.compute.amazonaws.com
550-(allid.example) [54.74.157.229]:34032 is in an RBL, see
550 https://www.spamhaus.org/query/ip/54.74.157.229"`,
    causes: ['blocklist'],
    provider: ['spamhaus', 'cpanel', 'exim'],
    permanent: true,
    advice: /spamhaus|list/i,
  },
  {
    name: 'trend micro',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: `550 Service unavailable; Client Host [203.0.113.2] blocked using Trend Micro RBL+. Please see http://www.mail-abuse.com/cgi-bin/lookup?ip_address=203.0.113.2`,
    causes: ['blocklist'],
    provider: ['trend', ''],
    permanent: true,
  },
  {
    name: 'amavis: unsolicited bulk, a letter of its own',
    source: 'github.com/docker-mailserver/docker-mailserver/issues/1471',
    text: `From: "Content-filter at mx0.receiver.example" <postmaster@mx0.receiver.example>
Subject: Considered UNSOLICITED BULK EMAIL, apparently from you
To: <info@sender.example>
Message-ID: <SSQ8cmmCBHhq9r@mx0.receiver.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

A message from <info@sender.example> to:
-> post@receiver.example

was considered unsolicited bulk e-mail (UBE).

Our internal reference code for your message is 2543112-06/Q8cmmCBHhq9r

The message carried your return address, so it was either a genuine mail
from you, or a sender address was faked and your e-mail address abused
by third party, in which case we apologize for undesired notification.

Delivery of the email was stopped!
`,
    causes: ['content', 'unknown'],
    provider: ['amavis', ''],
    permanent: 'either',
  },
  {
    name: 'cloudmark list at terra',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: `554 mx07.terra.com cmsmtp 5.7.1 Service unavailable; Client host [203.0.113.4] blocked using cm-csi-v11; Cloudmark Poor Reputation Sender Blacklist http://csi.cloudmark.com/reset-request/?ip=203.0.113.4`,
    causes: ['blocklist', 'reputation'],
    provider: ['cloudmark', 'terra'],
    permanent: true,
    advice: /cloudmark/i,
  },
  {
    name: 'spamhaus refuses the receiver’s resolver: nobody is listed',
    source: 'github.com/simple-login/app/issues/2675',
    text: postfix('mx.sender.example', [
      {
        to: 'alias@self.example',
        remote: 'app.self.example',
        status: '5.7.1',
        command: 'RCPT TO command',
        said: '554 5.7.1 Service unavailable; Client host [46.38.225.230] blocked using zen.spamhaus.org; Error: open resolver; https://check.spamhaus.org/returnc/pub/46.38.225.230/',
      },
    ]),
    causes: ['receiver trouble'],
    provider: ['spamhaus', ''],
    permanent: true,
    advice: /resolver/i,
  },
  {
    name: 'spamcop, log of the receiver',
    source: 'github.com/simple-login/app/issues/497',
    text: `Jun  1 01:06:28 myhost postfix/smtpd[2376668]: NOQUEUE: reject: RCPT from o2.outbound-email.vpn.example[167.89.94.22]: 554 5.7.1 Service unavailable; Client host [167.89.94.22] blocked using bl.spamcop.net; Blocked - see https://www.spamcop.net/bl.shtml?167.89.94.22; from=<bounces+13588-a3ea@email.vpn.example> to=<alias@myhost.example> proto=ESMTP helo=<o2.outbound-email.vpn.example>`,
    causes: ['blocklist'],
    provider: ['spamcop'],
    permanent: true,
    advice: /spamcop/i,
  },
  {
    name: 'spamhaus DBL: the domain, not the address',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: log(
      'z@blog.example',
      'mx.blog.example',
      '5.7.1',
      'bounced',
      'said: 554 5.7.1 Service unavailable; Sender address [user@sender.example] blocked using dbl.spamhaus.org; https://www.spamhaus.org/query/domain/sender.example (in reply to RCPT TO command)',
    ),
    causes: ['blocklist'],
    provider: ['spamhaus'],
    permanent: true,
    advice: /domain/i,
  },
  {
    name: 'manitu’s list, German hoster',
    source: 'support.onesystems.ch/722126',
    text: `<kontakt@kmu.example>: host mx.kmu.example[192.0.2.14] said: 554 5.7.1 Service unavailable; Client host [198.51.100.3] blocked using ix.dnsbl.manitu.net; Your e-mail service was detected by mail.ixlab.de (NiX Spam) as spamming at Tue, 14 Jul 2026 02:11:05 +0200. Your admin should visit http://www.dnsbl.manitu.net/lookup.php?value=198.51.100.3 (in reply to RCPT TO command)`,
    causes: ['blocklist'],
    provider: ['nix', 'manitu', ''],
    permanent: true,
  },
  {
    name: 'comcast: several lists',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: `554 resimta-po-11v.sys.comcast.net resimta-po-11v.sys.comcast.net 203.0.113.4 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000010`,
    causes: ['blocklist'],
    provider: ['comcast', 'xfinity', ''],
    permanent: true,
  },
]
