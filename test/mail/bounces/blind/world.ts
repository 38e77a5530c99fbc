import { type BlindCase, log, postfix, qmail, sendmail } from './forms'

/** More of the same. */
export const WORLD: BlindCase[] = [
  {
    name: 'free: spam, two providers in one bounce',
    source: 'github.com/JamBrain/JamBrain/issues/279',
    text: postfix('jam.sender.example', [
      {
        to: 'lui@free.fr',
        remote: 'mx1.free.fr',
        ip: '212.27.48.7',
        status: '5.0.0',
        said: '550 spam detected',
      },
    ]),
    causes: ['content'],
    provider: ['free', ''],
    permanent: true,
  },
  {
    name: 'free: reverse name does not resolve',
    source: 'github.com/osm-fr/infrastructure/issues/603',
    text: `<xx@free.fr>: delivery temporarily suspended: host
mx2.free.fr[212.27.42.59] refused to talk to me: 421 Refused. Your reverse
DNS entry does not resolve.`,
    causes: ['reverse dns'],
    provider: ['free', ''],
    permanent: false,
    advice: /PTR|reverse/i,
  },
  {
    name: 'sfr: no reverse name',
    source: 'github.com/osm-fr/infrastructure/issues/603',
    text: postfix('listes.sender.example', [
      {
        to: 'yy@neuf.fr',
        remote: 'smtp-in.sfr.fr',
        refused: true,
        status: '5.7.1',
        said: '554 5.7.1 Client host rejected: cannot find your reverse hostname, [193.200.42.126]',
      },
    ]),
    causes: ['reverse dns'],
    provider: ['sfr', 'postfix', ''],
    permanent: true,
    advice: /PTR|reverse/i,
  },
  {
    name: 'mail.ru: spam',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt; help.mail.ru',
    text: log(
      'ivan@mail.ru',
      'mxs.mail.ru',
      '5.0.0',
      'bounced',
      'said: 550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=6Qh4Uo4bTzU or  report details to abuse@corp.mail.ru. Error code: 527808E9354F1B8E. ID: 0000000800003E (in reply to end of DATA command)',
    ),
    causes: ['content'],
    provider: ['mail.ru', 'vk'],
    permanent: true,
  },
  {
    name: 'yandex: not now',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: log(
      'olga@yandex.ru',
      'mx.yandex.ru',
      '4.7.1',
      'deferred',
      'said: 451 4.7.1 Sorry, the service is currently unavailable. Please come back later. 1784013153-ab12cd (in reply to end of DATA command)',
    ),
    causes: ['greylisting', 'receiver trouble', 'rate'],
    provider: ['yandex'],
    permanent: false,
  },
  {
    name: 'qq: content',
    source: 'service.mail.qq.com, error list (550 Mail content denied)',
    text: qmail(
      'out.export.example',
      `<10001@qq.com>:
203.205.219.57 failed after I sent the message.
Remote host said: 550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726`,
    ),
    causes: ['content'],
    provider: ['qq', 'tencent'],
    permanent: true,
  },
  {
    name: 'hanmail: blocked by its filter',
    source: 'auctionpro.co.kr/?p=2544',
    text: sendmail(
      'ns.shop.example',
      'kim@hanmail.net',
      'mx2.hanmail.net',
      '554 5.7.1 DAS51 2***.***.***.***: Your mail is blocked automatically by anti-spam system. (E06)',
      '5.7.1',
      '... while talking to mx2.hanmail.net.:\n<<< 554 5.7.1 DAS51 2***.***.***.***: Your mail is blocked automatically by anti-spam system. (E06)\n554 5.0.0 Service unavailable',
    ),
    causes: ['content', 'reputation', 'blocklist', 'policy'],
    provider: ['daum', 'kakao', 'hanmail', ''],
    permanent: true,
  },
  {
    name: 'seznam: no mailbox, report with unusual letters',
    source: 'github.com/mautic/mautic/issues/2480',
    text: `Original-Recipient: sdf@seznam.cz
Final-Recipient: rfc822;sdf@seznam.cz
Action: failed
Status: 5.1.1
Remote-MTA: mx1.seznam.cz
Diagnostic-Code: SMTP; 550 5.1.1 Sorry, no mailbox here by that name.`,
    causes: ['no such recipient'],
    provider: ['seznam', ''],
    permanent: true,
  },
  {
    name: 'strato: filter rule',
    source: 'strato.de/faq/mail/fehlermeldungen-bei-e-mails',
    text: log(
      'info@praxis.example',
      'smtpin.rzone.de',
      '5.7.1',
      'bounced',
      'said: 550 5.7.1 Refused by local policy. No SPAM please! (B-URL) (in reply to end of DATA command)',
    ),
    causes: ['content', 'policy'],
    provider: ['strato', ''],
    permanent: true,
  },
  {
    name: 'ovh: no reverse name, for now',
    source: 'github.com/osm-fr/infrastructure/issues/603',
    text: `<adr@asso.example>: host mx2.ovh.net[87.98.132.45] said: 450 4.7.1
Client host rejected: cannot find your reverse hostname, [193.200.42.126]
(in reply to RCPT TO command)`,
    causes: ['reverse dns'],
    provider: ['ovh', 'postfix', ''],
    permanent: false,
    advice: /PTR|reverse/i,
  },
]
