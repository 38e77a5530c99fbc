import { type BlindCase, exim, log, postfix } from './forms'

/** GMX and WEB.DE, T-Online, Orange, La Poste and other providers. */
export const EUROPE: BlindCase[] = [
  {
    name: 'gmx: list at the greeting',
    source: 'postmaster.gmx.com/en/error-messages',
    text: `554-gmx.net (mxgmx104) Nemesis ESMTP Service not available
554-No SMTP service
554-IP address is block listed.
554 For explanation visit https://postmaster.gmx.net/en/case?c=r0201&i=ip&v=198.51.100.42&r=1MNcgj-1ue23t3pyV-00S2YR`,
    causes: ['blocklist'],
    provider: ['gmx', 'web.de', 'united', '1&1'],
    permanent: true,
    advice: /list/i,
  },
  {
    name: 'web.de: mailbox unavailable',
    source: 'smtp.codes/unitedinternet',
    text: postfix('mail.blog.example', [
      {
        to: 'erwin@web.de',
        remote: 'mx-ha02.web.de',
        status: '5.0.0',
        command: 'RCPT TO command',
        said: '550 <erwin@web.de>: Requested action not taken: mailbox unavailable',
      },
    ]),
    causes: ['no such recipient', 'recipient inactive'],
    provider: ['gmx', 'web.de', 'united', '1&1'],
    permanent: true,
  },
  {
    name: 'gmx: SPF policy of the sender’s domain',
    source: 'smtp.codes/unitedinternet',
    text: log(
      'uli@gmx.de',
      'mx00.emig.gmx.net',
      '5.0.0',
      'bounced',
      'said: 550-Requested action not taken: mailbox unavailable 550-Reject due to SPF policy. The originating IP of the message is not permitted by the domain owner 550 For explanation visit https://postmaster.gmx.net/en/error-messages (in reply to end of DATA command)',
    ),
    causes: ['authentication'],
    provider: ['gmx', 'web.de', 'united', '1&1'],
    permanent: true,
    advice: /SPF/,
  },
  {
    name: 'gmx: bad PTR',
    source: 'postmaster.gmx.com/en/error-messages?c=rdns',
    text: log(
      'x@gmx.at',
      'mx01.emig.gmx.net',
      '4.0.0',
      'deferred',
      'refused to talk to me: 554-gmx.net (mxgmx015) Nemesis ESMTP Service not available 554-No SMTP service 554-Bad DNS PTR resource record. 554 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=198.51.100.14&c=rdns',
    ),
    causes: ['reverse dns'],
    provider: ['gmx', 'web.de', 'united', '1&1'],
    permanent: 'either',
    advice: /PTR|reverse/i,
  },
  {
    name: 'mail.com family: rate',
    source: 'new-faq.comservice-ffo.de, 421 Rate limit reached',
    text: `421-web.de (mxweb112) Nemesis ESMTP Service not available
421-Service closing transmission channel
421 Rate limit reached. Please try again later`,
    causes: ['rate'],
    provider: ['gmx', 'web.de', 'united', '1&1'],
    permanent: false,
    advice: /fewer|slow|rate|later|spread/i,
  },
  {
    name: 't-online: refuses the address',
    source: 'github.com/mailcow/mailcow-dockerized/issues/2532',
    text: `postfix-mailcow_1    | Apr 14 19:44:46 mail postfix/smtp[819]: 7DCA065C0A75: to=<opa@t-online.de>, relay=none, delay=1, dsn=4.0.0, status=deferred (host mx02.t-online.de[194.25.134.9] refused to talk to me: 554 IP=198.51.100.7 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL))`,
    causes: ['blocklist', 'reputation', 'policy'],
    provider: ['t-online', 'telekom'],
    permanent: 'either',
    advice: /tosa@rx\.t-online\.de/,
  },
  {
    name: 't-online: over quota',
    source: 'sitepackage.de, typische Fehlermeldungen',
    text: exim(
      'web3.hoster.example',
      `  tante@t-online.de
    host mx00.t-online.de [194.25.134.8]
    SMTP error from remote mail server after RCPT TO:<tante@t-online.de>:
    552 5.2.2 Over STORAGE quota`,
    ),
    causes: ['mailbox full'],
    provider: ['t-online', 'telekom'],
    permanent: true,
  },
  {
    name: 'orange: on Abusix’ list',
    source: 'github.com/osm-fr/infrastructure/issues/603',
    text: `<jv@wanadoo.fr>: host smtp-in.orange.fr[80.12.26.32] refused to
talk to me: 550 opmta1mti49nd1 smtp.orange.fr Z6LftNSlNMMrX Adresse IP source
bloquee par Abusix. IP blocked by Abusix, OFR004_100 please visit
https://lookup.abusix.com/search?q=193.200.42.126 [100]`,
    causes: ['blocklist'],
    provider: ['orange', 'abusix'],
    permanent: true,
    advice: /abusix/i,
  },
  {
    name: 'orange: over quota',
    source: 'github.com/sisimai/p5-sisimai/issues/240',
    text: `Erreur serveur : '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'`,
    causes: ['mailbox full'],
    provider: ['orange'],
    permanent: true,
  },
  {
    name: 'orange: too many connections',
    source: 'github.com/sisimai/p5-sisimai/issues/240',
    text: `421 mwinf5c27 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104 [104]`,
    causes: ['rate'],
    provider: ['orange'],
    permanent: false,
    advice: /connection/i,
  },
  {
    name: 'orange: mail refused for what is in it',
    source: 'github.com/sisimai/p5-sisimai/issues/240',
    text: exim(
      'ns33.hebergeur.example',
      `  claire@orange.fr
    host smtp-in.orange.fr [80.12.26.32]
    SMTP error from remote mail server after end of data:
    550 5.2.0 Mail rejete. Mail rejected. ofr_506 [506]`,
    ),
    causes: ['content', 'reputation', 'policy'],
    provider: ['orange'],
    permanent: true,
  },
  {
    name: 'la poste: service refused, 510',
    source: 'github.com/JamBrain/JamBrain/issues/270',
    text: postfix('jam.sender.example', [
      {
        to: 'moi@laposte.net',
        remote: 'smtpz4.laposte.net',
        status: '5.5.0',
        said: '550 5.5.0 Service refuse. Veuillez essayer plus tard. service refused, please try later. LPN007_510',
      },
    ]),
    causes: ['reputation', 'content', 'policy', 'unknown'],
    provider: ['poste'],
    permanent: true,
  },
  {
    name: 'la poste: SPF',
    source: 'github.com/sisimai/p5-sisimai/issues/241',
    text: `550 5.5.0 SPF: 80.12.242.126 is not allowed to send mail. LPN004_401`,
    causes: ['authentication'],
    provider: ['poste'],
    permanent: true,
    advice: /SPF/,
  },
  {
    name: 'la poste: mailbox archived',
    source: 'github.com/sisimai/p5-sisimai/issues/241',
    text: log(
      'mamie@laposte.net',
      'smtpz4.laposte.net',
      '5.1.1',
      'bounced',
      'said: 550 5.1.1 Boite du destinataire archivee. Archived recipient. LPN007_420 [420] (in reply to RCPT TO command)',
    ),
    causes: ['recipient inactive', 'no such recipient'],
    provider: ['poste'],
    permanent: true,
  },
]
