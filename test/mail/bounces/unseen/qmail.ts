import { SAYS, SILENT, type UnseenCase } from './case.ts'

const QMAIL_OR_NOBODY = ['qmail', ''] as const

export const QMAIL: readonly UnseenCase[] = [
  {
    name: 'qmail: the receiver asks for a postmaster of our domain',
    group: 'other software',
    source: 'text 29121017166',
    date: 'not told',
    form: 'lines',
    text: `<inkscape-user@lists.sourceforge.net>:
66.35.250.206 does not like recipient.
Remote host said: 550-Postmaster verification failed while checking <george@reilly.example>
550-Called:   205.158.62.206
550-Sent:     RCPT TO:<postmaster@reilly.example>
550-Response: 550 <postmaster@reilly.example>: User unknown
550-Several RFCs state that you are required to have a postmaster
550-mailbox for each mail domain. This host does not accept mail
550-from domains whose servers reject the postmaster address.
550 Sender verify failed`,
    causes: ['policy'],
    provider: ['exim', 'qmail', 'sourceforge', ''],
    permanent: true,
    must: /postmaster|sender|callout|verif/i,
    mustNot: /delist|(remove|check the spelling of) the recipient/i,
    note: 'The user that is unknown is our postmaster, not the recipient.',
  },
  {
    name: 'ovh: a list takes no message without a subject',
    group: 'other software',
    source: 'text 6295763355 (documentation of OVHcloud)',
    date: 'not told',
    form: 'notice',
    text: `Hi. This is the qmail-send program at mx1.ovh.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<newsletter@testinterne.ovh>:

ezmlm-reject: fatal: Sorry, I don't accept message with empty Subject (#5.7.0)
`,
    causes: ['policy', 'content', 'protocol'],
    provider: ['ezmlm', 'ovh', ...QMAIL_OR_NOBODY],
    permanent: true,
    mustNot: SILENT.onSending,
  },
  {
    name: 'qmail: a full mailbox, in three languages',
    group: 'other software',
    source:
      'https://github.com/cfortune/PHP-Bounce-Handler/blob/1dd9de7efee296636cc95278f959b22089b9a716/eml/30.eml',
    date: '2006-10-30',
    form: 'whole',
    text: `Return-path: <>
Received: (qmail 95116 invoked for bounce); 30 Oct 2006 18:42:25 -0000
Date: 30 Oct 2006 18:42:25 -0000
From: MAILER-DAEMON@postino7.prima.example
To: ar1@ar1.outmailing.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="1162233334postino7.prima.com.ar2889893"
Subject: failure notice

--1162233334postino7.prima.com.ar2889893

(postino7.prima.example)
Su mensaje no pudo ser entregado - Sua mensagem nao pode ser enviada - Your message could not be delivered.

<rodatri@ciudad.example>:
Mailbox quota usage exceeded. Espacio en casilla de mail agotado.

--- Mensaje original adjunto.

--1162233334postino7.prima.com.ar2889893
Content-Type: message/rfc822

Return-Path: <ar1@ar1.outmailing.example>
To: rodatri@ciudad.example
Subject: LAST VACANCIES!!!
From: English & Fun <info@welcome.example>

See you soon.

--1162233334postino7.prima.com.ar2889893--
`,
    causes: ['mailbox full'],
    provider: QMAIL_OR_NOBODY,
    permanent: 'either',
    must: SAYS.full,
    mustNot: SILENT.onSending,
    note: 'Headers and message shortened. No code, no report.',
  },
]
