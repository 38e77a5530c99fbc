import { type BlindCase, exim, log, postfix } from './forms'

/** Nobody can know what these mean. */
export const UNKNOWABLE: BlindCase[] = [
  [
    'ip in prison',
    'github.com/ActiveCampaign/smtp-field-manual/issues/11',
    '550 ip in prison',
    true,
    ['unknown', 'blocklist', 'reputation'],
  ],
  [
    'sender address: dumb',
    'github.com/ActiveCampaign/smtp-field-manual/issues/11',
    postfix('n.sender.example', [
      {
        to: 'a@b.example',
        remote: 'mx.b.example',
        status: '5.7.1',
        command: 'MAIL FROM command',
        said: '554 5.7.1 <news@sender.example>: Sender address rejected: Dumb.',
      },
    ]),
    true,
    ['unknown', 'policy'],
  ],
  [
    'a code and no words',
    'github.com/MicrosoftDocs/OfficeDocs-Exchange/issues/3108',
    '550 5.5.3',
    true,
    ['unknown', 'protocol', 'rate'],
  ],
  [
    'symantec zodiac',
    'github.com/zone-eu/zone-mta/pull/251',
    '500 5.7.1 Symantec Zodiac',
    true,
    ['unknown', 'policy'],
  ],
  [
    'cannot create output',
    'support.konto.pl/kb/a2286',
    `----- The following addresses had permanent fatal errors -----
 <kowalski@alpha.example>
 (reason: Can't create output)

 ----- Transcript of session follows -----
 550 5.0.0 <kowalski@alpha.example>... Can't create output`,
    true,
    ['unknown', 'receiver trouble', 'mailbox full'],
  ],
  [
    'user hangup',
    'icoremail.vip/support (user hangup)',
    '550 User hangup',
    true,
    ['unknown', 'recipient inactive'],
  ],
  [
    'interia: three reasons at once',
    'pomoc.poczta.interia.pl',
    '550 5.2.1 Mailbox not available',
    true,
    ['unknown', 'recipient inactive', 'no such recipient'],
  ],
  [
    'promise timed out',
    'github.com/forwardemail/forwardemail.net/issues/547',
    log(
      'x@y.example',
      'mx1.forward.example',
      '4.0.0',
      'deferred',
      'said: 421 Promise timed out after 15000 milliseconds (in reply to end of DATA command)',
    ),
    false,
    ['unknown', 'receiver trouble'],
  ],
  [
    'a report without an answer',
    'RFC 3464, 2.3.6 (Diagnostic-Code is optional)',
    'Reporting-MTA: dns; gw.example.net\n\nFinal-Recipient: rfc822; who@where.example\nAction: failed\nStatus: 5.0.0\n',
    true,
    ['unknown'],
  ],
  [
    'unknown or full, in Spanish',
    'github.com/sisimai/p5-sisimai/issues/66',
    exim(
      'ar1.outmail.example',
      '  sachp@latinmail.com\n    SMTP error from remote mail server after RCPT TO:<sachp@latinmail.com>:\n    host mx1.latinmail.com [62.37.236.140]: 550 <sachp@latinmail.com>: Destinatario desconocido o mailbox lleno',
    ),
    true,
    ['unknown', 'no such recipient', 'mailbox full'],
  ],
  [
    'a number of a filter',
    'written after answers of home-made filters',
    exim(
      'h.sender.example',
      '  it@firma.example\n    host mail.firma.example [192.0.2.6]\n    SMTP error from remote mail server after end of data:\n    554 Message refused 0x8F21-CT',
    ),
    true,
    ['unknown', 'policy', 'content'],
  ],
  [
    'administrative prohibition',
    'exim spec, default of deny without a message',
    '550 Administrative prohibition',
    true,
    ['unknown', 'policy'],
  ],
].map(
  ([name, source, text, permanent, causes]) =>
    ({ name, source, text, permanent, causes, provider: ['*'], unknowable: true }) as BlindCase,
)

const letter = (headers: string, body: string) => `${headers}\nMIME-Version: 1.0\n\n${body}\n`

/** No bounces, or none of a failure. */
export const NONE: BlindCase[] = [
  [
    'vacation',
    'RFC 3834; Exchange automatic reply',
    letter(
      'From: Jana <jana@firma.example>\nTo: shop@sender.example\nSubject: Automatic reply: Invoice 4711\nAuto-Submitted: auto-replied\nX-Auto-Response-Suppress: All\nContent-Type: text/plain; charset=utf-8',
      'Vielen Dank für Ihre Nachricht. Ich bin bis 3. August nicht im Haus. In dringenden Fällen wenden Sie sich an Herrn Maier, Durchwahl 550.',
    ),
    'nothing',
  ],
  [
    'a letter about mail',
    'plain mail',
    letter(
      'From: Bob <bob@friend.example>\nTo: me@sender.example\nSubject: delivery of the sofa\nContent-Type: text/plain',
      'Hi,\n\nthe sofa could not be delivered on Tuesday, nobody was at home. Flat 421, second floor. I will try again tomorrow.\n\nBob',
    ),
    'nothing',
  ],
  [
    'complaint',
    'RFC 5965, appendix B',
    letter(
      'From: <abuse@isp.example>\nTo: <fbl@sender.example>\nSubject: FW: Earn money\nContent-Type: multipart/report; report-type=feedback-report; boundary="b1"',
      '--b1\nContent-Type: text/plain\n\nThis is an email abuse report for an email message received from IP\n192.0.2.1 on Thu, 8 Mar 2005 14:00:00 EDT.\n\n--b1\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\nSource-IP: 192.0.2.1\n\n--b1\nContent-Type: message/rfc822\n\nFrom: <news@sender.example>\nSubject: Earn money\n\nSpam\n--b1--',
    ),
    'nothing',
  ],
  [
    'read receipt',
    'RFC 8098, section 9',
    letter(
      'From: Joe <joe@corp.example>\nTo: me@sender.example\nSubject: Read: offer\nContent-Type: multipart/report; report-type=disposition-notification; boundary="b2"',
      '--b2\nContent-Type: text/plain\n\nThe message sent on 14 July to Joe with subject "offer" has been displayed.\n\n--b2\nContent-Type: message/disposition-notification\n\nReporting-UA: joes-pc.corp.example; Foomail 97.1\nOriginal-Recipient: rfc822;joe@corp.example\nFinal-Recipient: rfc822;joe@corp.example\nOriginal-Message-ID: <1@sender.example>\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--b2--',
    ),
    'nothing',
  ],
  [
    'delivered, Postfix',
    'RFC 3461; postfix bounce(8) success.cf',
    postfix('mx.sender.example', [
      { to: 'ok@dest.example', remote: 'mx.dest.example', status: '2.1.5', said: '250 2.1.5 Ok' },
    ])
      .replace('Action: failed', 'Action: relayed')
      .replace('Undelivered Mail Returned to Sender', 'Successful Mail Delivery Report'),
    'delivered',
  ],
  [
    'delayed, Postfix',
    'postfix bounce(8) delay template',
    postfix('mx.sender.example', [
      {
        to: 'late@slow.example',
        remote: 'mx.slow.example',
        status: '4.3.2',
        said: '421 4.3.2 All server ports are busy',
      },
    ])
      .replace('Action: failed', 'Action: delayed\nWill-Retry-Until: Sun, 19 Jul 2026 09:12:33 +0200 (CEST)')
      .replace('Undelivered Mail Returned to Sender', 'Delayed Mail (still being retried)')
      .replace(
        "I'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.",
        '####################################################################\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n####################################################################\n\nYour message could not be delivered for more than 4 hour(s).\nIt will be retried until it is 5 day(s) old.',
      ),
    'delayed',
  ],
  [
    'sent, log',
    'postfix smtp(8) log',
    log('fine@dest.example', 'mx.dest.example', '2.0.0', 'bounced', '').replace(
      'bounced (host mx.dest.example[192.0.2.77] )',
      'sent (250 2.0.0 Ok: queued as 4gYd3k0Wz2z9q)',
    ),
    'delivered',
  ],
].map(
  ([name, source, text, none]) =>
    ({ name, source, text, none, causes: ['*'], provider: ['*'], permanent: 'either' }) as BlindCase,
)
