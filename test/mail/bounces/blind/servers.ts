import { type BlindCase, log, postfix, qmail, sendmail } from './forms'

/** Words of mail servers, whoever runs them. */
export const SERVERS: BlindCase[] = [
  {
    name: 'domain does not exist, Postfix',
    source: 'github.com/marlam/msmtp/issues/42',
    text: `Reporting-MTA: dns; mail.sendingdomain.example
X-Postfix-Queue-ID: 14130238EB
X-Postfix-Sender: rfc822; email@sendingdomain.example
Arrival-Date: Sun, 24 Jan 2021 18:40:57 -0600 (CST)

Final-Recipient: rfc822; email@receivingdomain.example_
Original-Recipient: rfc822;email@receivingdomain.example_
Action: failed
Status: 5.4.4
Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error
    for name=receivingdomain.example_ type=AAAA: Host not found`,
    causes: ['routing', 'no such recipient'],
    provider: ['postfix', ''],
    permanent: true,
    advice: /domain|address/i,
  },
  {
    name: 'greylisted',
    source: 'bytecamp.net/de/faq/email/zustellen.html',
    text: log(
      'buch@verlag.example',
      'mx.verlag.example',
      '4.2.0',
      'deferred',
      'said: 450 4.2.0 <buch@verlag.example>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/verlag.example.html (in reply to RCPT TO command)',
    ),
    causes: ['greylisting'],
    provider: ['postgrey', 'postfix', ''],
    permanent: false,
    advice: /wait|again|retr/i,
  },
  {
    name: 'quota, German in brackets',
    source: 'bytecamp.net/de/faq/email/zustellen.html',
    text: log(
      'chef@handwerk.example',
      'mail.handwerk.example',
      '4.2.2',
      'deferred',
      'said: 422 4.2.2 Quota limit exceeded (Speicherplatz des Kontos ueberschritten) (in reply to RCPT TO command)',
    ),
    causes: ['mailbox full'],
    provider: [''],
    permanent: false,
  },
  {
    name: 'host unknown, Sendmail',
    source: 'help.wwbcity.com/pages/mail-errors.php',
    text: sendmail(
      'mail.verein.example',
      'jdoe@mail.gone.example',
      'mail.gone.example',
      '550 Host unknown',
      '5.1.2',
      '550 5.1.2 <jdoe@mail.gone.example>... Host unknown (Name server: mail.gone.example: host not found)',
    ),
    causes: ['routing', 'no such recipient'],
    provider: ['sendmail', ''],
    permanent: true,
  },
  {
    name: 'no host of that name, qmail',
    source: 'qmail-remote.c of qmail 1.03',
    text: qmail(
      'q1.sender.example',
      `<kunde@tippfeler.example>:
Sorry, I couldn't find any host named tippfeler.example. (#5.1.2)`,
    ),
    causes: ['routing', 'no such recipient'],
    provider: ['qmail', ''],
    permanent: true,
  },
  {
    name: 'TLS wanted, not offered',
    source: 'postfix smtp_proto.c; forum quotes of smtp_tls_security_level=encrypt',
    text: log('amt@behoerde.example', 'mx.behoerde.example', '4.7.4', 'deferred', '').replace(
      '(host mx.behoerde.example[192.0.2.77] )',
      '(TLS is required, but was not offered by host mx.behoerde.example[192.0.2.77])',
    ),
    causes: ['tls'],
    provider: ['postfix', ''],
    permanent: false,
    advice: /TLS/,
  },
  {
    name: 'no valid DKIM signature',
    source: 'github.com/chatmail/relay/issues/525',
    text: `status=bounced (host mailchat.example[95.216.211.166] said: 554 5.7.1 No valid DKIM signature found (in reply to end of DATA command))`,
    causes: ['authentication'],
    provider: ['chatmail', 'opendkim', ''],
    permanent: true,
    advice: /DKIM/,
  },
  {
    name: 'not looked at for half a year',
    source: 'github.com/ActiveCampaign/smtp-field-manual/issues/11',
    text: postfix('n.sender.example', [
      {
        to: 'alt@isp.example',
        remote: 'mx.isp.example',
        status: '5.7.1',
        command: 'RCPT TO command',
        said: '550 5.7.1 <alt@isp.example>: Recipient address rejected: Inactive MailBox, not poped for more than 6 months',
      },
    ]),
    causes: ['recipient inactive'],
    provider: [''],
    permanent: true,
  },
  {
    name: 'too large, Sendmail without a report',
    source: 'sendmail srvrsmtp.c; riudoms.xarxa-omnia.org',
    text: `   ----- The following addresses had permanent fatal errors -----
<arxiu@ajuntament.example>
    (reason: 552 5.3.4 Message size exceeds fixed limit)

   ----- Transcript of session follows -----
... while talking to mx.ajuntament.example.:
>>> MAIL From:<me@sender.example> SIZE=31457280
<<< 552 5.3.4 Message size exceeds fixed limit
554 5.0.0 Service unavailable`,
    causes: ['message too large'],
    provider: ['sendmail', 'postfix', ''],
    permanent: true,
  },
]
