import { SAYS, SILENT, type UnseenCase } from './case.ts'
import { eximReport, postfixReport } from './reports.ts'

export const GATEWAYS: readonly UnseenCase[] = [
  {
    name: 'proofpoint: user unknown, said after the message',
    group: 'gateway',
    source: 'text 14071818239',
    date: '2023-01-02',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'tcain@us.example',
      remote: 'mx0a-001b2d01.pphosted.com[148.163.156.1]',
      said: '550 5.1.1 User Unknown',
      status: '5.1.1',
      after: 'DATA',
    }),
    causes: ['no such recipient'],
    provider: ['proofpoint', ''],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'proofpoint: blocked in the greeting, asked again and again',
    group: 'gateway',
    source: 'text 57157133318 (ubuntuforums.org)',
    date: '2009-04-25',
    form: 'log',
    text: 'Apr 25 07:08:37 server1 postfix/error[24565]: 120B11D1AF7: to=<r@kent.example>, relay=none, delay=163652, delays=163652/0.03/0/0.03, dsn=4.0.0, status=deferred (delivery temporarily suspended: host mx2.kent.edu.gslb.pphosted.com[208.86.201.10] refused to talk to me: 554 mx.kent.edu.pph5a.pphosted.com ESMTP Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=89.238.221.142)',
    causes: ['blocklist', 'reputation'],
    provider: ['proofpoint'],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'mimecast: SpamCop lists the address, told by Zoho',
    group: 'gateway',
    source: 'text 6809674410',
    date: 'not told',
    form: 'notice',
    text: `This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its 
recipients. This is a permanent error.

p@redhat.example, ERROR CODE :550 - spamcop.mimecast.org Blocked - see 
https://www.spamcop.net/bl.shtml?136.143.188.14. - 
https://community.mimecast.com/docs/DOC-1369#550 
[nSq2mM6RNqWOxCrbHVMv8Q.us380]`,
    causes: ['blocklist'],
    provider: ['mimecast', 'spamcop'],
    permanent: true,
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'mimecast: invalid recipient',
    group: 'gateway',
    source: 'text 7316749349',
    date: 'not told',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'victorine@yoo.example',
      remote: 'eu-smtp-inbound-2.mimecast.com[91.220.42.241]',
      said: '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [FbbFUcEeNJeFtMZ8JSf8TQ.uk91]',
      status: '5.0.0',
    }),
    causes: ['no such recipient'],
    provider: ['mimecast'],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'barracuda: no such user',
    group: 'gateway',
    source: 'text 69855325061',
    date: '2018-03-26',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'albert@westernoverseas.example',
      remote: 'd109325b.ess.barracudanetworks.com[64.235.150.252]',
      said: '550 No such user (albert@westernoverseas.example)',
      status: '5.0.0',
    }),
    causes: ['no such recipient'],
    provider: ['barracuda', ''],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
  },
  {
    name: 'cisco and proofpoint: three recipients in one letter',
    group: 'gateway',
    source: 'text 6335870994',
    date: 'not told',
    form: 'lines',
    text: `Please remember to take the following recipients off CC for next patch:

<cyrille@atmel.example>: host mx1.microchip.iphmx.com[68.232.147.91] said:
    550 #5.1.0 Address rejected. (in reply to RCPT TO command)

<rafalo@cadence.example>: host mxa-0014ca01.gslb.pphosted.com[208.86.201.193] said:
    550 5.1.1 User Unknown (in reply to DATA command)

<hskinnemoen@atmel.example>: host mx1.microchip.iphmx.com[68.232.147.91] said: 550
    #5.1.0 Address rejected. (in reply to RCPT TO command)

Thanks.`,
    causes: ['no such recipient'],
    provider: ['cisco', 'ironport', ''],
    permanent: true,
    must: SAYS.address,
    mustNot: SILENT.onSending,
    note: 'Right for the first; three failures would be best.',
  },
  {
    name: 'messagelabs: no relay for us',
    group: 'gateway',
    source: 'text 4661712597 (mySociety, HandleMail)',
    date: 'not told',
    form: 'lines',
    text: `anon@anon.example
    SMTP error from remote mail server after RCPT TO:<anon@anon.example>:
    host cluster1.eu.messagelabs.com [195.245.230.115]:
    553-you are trying to use me [server-10.tower-57.messagelabs
    553-.com] as a relay, but I have not been configured to let
    553-you [82.111.230.211, sponge.ukcod.org.uk] do this.
    553-Please visit www.messagelabs.com/support for more
    553-details about this error message and instructions to
    553 resolve this issue. (#5.7.1)`,
    causes: ['relaying'],
    provider: ['messagelabs', 'symantec', 'broadcom'],
    permanent: true,
    must: /relay|MX|domain/i,
    mustNot: SILENT.onLists,
  },
  {
    name: 'mimecast: a spam signature',
    group: 'gateway',
    source: 'text 4661712597 (mySociety, HandleMail)',
    date: 'not told',
    form: 'whole',
    built: true,
    text: eximReport(
      'sponge.ukcod.example',
      'anon@toynbeehall.example',
      `  anon@toynbeehall.example
    host service24.mimecast.com [212.2.3.153]
    SMTP error from remote mail server after end of data:
    554 email rejected due to security policies - MCSpamSignature.sa.28.6`,
      `Status: 5.0.0
Remote-MTA: dns; service24.mimecast.com
Diagnostic-Code: smtp; 554 email rejected due to security policies - MCSpamSignature.sa.28.6`,
    ),
    causes: ['content', 'policy'],
    provider: ['mimecast'],
    permanent: true,
    must: SAYS.spam,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'proofpoint essentials: all ports are busy',
    group: 'gateway',
    source: 'text 10920825113',
    date: 'not told',
    form: 'log',
    text: '3mS03L6qGtz7sVr: host mx1-us1.ppe-hosted.com[67.231.154.163] refused to talk to me: 421 4.3.2 All screening ports are busy',
    causes: ['receiver trouble', 'rate'],
    provider: ['proofpoint', 'postfix', ''],
    permanent: false,
    must: SAYS.later,
    mustNot: /delist|SPF|DKIM|mailbox is full/i,
    note: 'postscreen(8) of Postfix says this.',
  },
  {
    name: 'cloudflare: the server behind it failed',
    group: 'gateway',
    source:
      'https://github.com/sisimai/set-of-emails/blob/7f69d1f395fc463cc0bd03bd2a657660811c2aae/maildir/mac/rhost-cloudflare-01.eml',
    date: '2024-07-02',
    form: 'whole',
    built: true,
    text: postfixReport({
      to: 'kijitora-neko@example.com',
      remote: 'route3.mx.cloudflare.net[162.159.205.25]',
      said: '421 4.3.0 Upstream error, please check https://developers.cloudflare.com/email-routing/postmaster for possible reasons why. RsrUEMk60942',
      status: '4.3.0',
      after: 'end of DATA',
    }),
    causes: ['receiver trouble', 'routing'],
    provider: ['cloudflare', ''],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
]
