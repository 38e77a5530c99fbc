import { type BlindCase, exchange, exim, log, postfix } from './forms'

const EN = { admin: 'Diagnostic information for administrators:', generating: 'Generating server:' }
const DE = { admin: 'Diagnoseinformationen für Administratoren:', generating: 'Generierender Server:' }
const FR = {
  admin: 'Informations de diagnostic pour les administrateurs :',
  generating: 'Serveur de génération :',
}

/** Outlook.com, Exchange Online, Exchange. */
export const MICROSOFT: BlindCase[] = [
  {
    name: 'outlook: network on the list, S3140',
    source: 'github.com/roundcube/roundcubemail/issues/6858',
    text: postfix('outmx-131.gridhost.example', [
      {
        to: 'mal@hotmail.co.uk',
        remote: 'eur.olc.protection.outlook.com',
        status: '5.7.1',
        command: 'MAIL FROM command',
        said: "550 5.7.1 Unfortunately, messages from [203.0.113.5] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140). You can also refer your provider to http://mail.live.com/mail/troubleshooting.aspx#errors. [HK2APC01FT029.eop-APC01.prod.protection.outlook.com]",
      },
    ]),
    causes: ['blocklist', 'reputation'],
    provider: ['outlook', 'microsoft'],
    permanent: true,
    advice: /sender\.office|delist|SNDS|support|provider/i,
  },
  {
    name: 'exchange online: banned sender 5.7.511, Exim',
    source: 'github.com/zone-eu/zone-mta config/bounces.txt',
    text: exim(
      'panel1.sender.example',
      `  bel@empresa.example
    host empresa-example.mail.protection.outlook.com [104.47.59.161]
    SMTP error from remote mail server after RCPT TO:<bel@empresa.example>:
    550 5.7.511 Access denied, banned sender[198.51.100.116]. To request removal from this list please forward this message to delist@messaging.microsoft.com. For more information please go to http://go.microsoft.com/fwlink/?LinkId=526653. AS(1410) [DM6NAM12FT008.eop-nam12.prod.protection.outlook.com 2026-02-01T02:52:56.703Z 08DB03E3F757F606]`,
    ),
    causes: ['blocklist', 'reputation'],
    provider: ['outlook', 'microsoft', 'exchange'],
    permanent: true,
    advice: /delist@/,
  },
  {
    name: 'outlook: 5.7.515, folded report alone',
    source: 'github.com/sisimai/go-sisimai/issues/150',
    text: `Reporting-MTA: dns; smtp3.sender.example
Arrival-Date: Wed, 25 Jun 2025 10:11:12 +0900 (JST)

Final-Recipient: rfc822; neko@outlook.jp
Action: failed
Status: 5.7.515
Remote-MTA: dns; outlook-jp.olc.protection.outlook.com
Diagnostic-Code: smtp; 550 5.7.515 Access denied, sending domain EXAMPLE.JP
    doesn't meet the required authentication level. The sender's domain in the
    5322.From address doesn't meet the authentication requirements defined for
    the sender. To learn how to fix this see:
    https://go.microsoft.com/fwlink/p/?linkid=2319303 Spf= Fail , Dkim= Pass ,
    DMARC= Pass [TY2PEPF0000AB8A.apcprd03.prod.outlook.com]`,
    causes: ['authentication'],
    provider: ['outlook', 'microsoft'],
    permanent: true,
    advice: /SPF|DKIM|DMARC/,
  },
  {
    name: 'exchange online: server busy S77719',
    source: 'github.com/MicrosoftDocs/OfficeDocs-Exchange/issues/2499',
    text: log(
      'hr@firma.example',
      'firma-example.mail.protection.outlook.com',
      '4.7.500',
      'deferred',
      'said: 451 4.7.500 Server busy. Please try again later from [198.51.100.81]. (S77719) [VE1EUR03FT041.eop-EUR03.prod.protection.outlook.com] (in reply to RCPT TO command)',
    ),
    causes: ['rate', 'reputation', 'receiver trouble'],
    provider: ['outlook', 'microsoft', 'exchange'],
    permanent: false,
  },
  {
    name: 'exchange online: access denied means no such recipient, log',
    source: 'github.com/sisimai/rb-sisimai/issues/77',
    text: `Aug 12 21:56:59 7018869c144e postfix/smtp[592]: F180CB7A: to=<joao@banco.example.br>, relay=banco-example-br.mail.protection.outlook.com[207.46.163.74]:25, delay=5.5, delays=0.09/0/0.43/5, dsn=5.4.1, status=bounced (host banco-example-br.mail.protection.outlook.com[207.46.163.74] said: 550 5.4.1 [joao@banco.example.br]: Recipient address rejected: Access denied [BL2NAM02FT061.eop-nam02.prod.protection.outlook.com] (in reply to RCPT TO command))`,
    causes: ['no such recipient'],
    provider: ['outlook', 'microsoft', 'exchange'],
    permanent: true,
  },
  {
    name: 'exchange: RecipNotFound, English NDR',
    source: 'github.com/sisimai/set-of-emails maildir/bsd/email-exchange2007-05.eml',
    text: exchange({
      ...EN,
      subject: 'Undeliverable: Quote',
      words:
        "Delivery has failed to these recipients or groups:\n\nMike<mailto:mike@corp.example>\nThe recipient's e-mail address was not found in the recipient's e-mail system. Microsoft Exchange will not try to redeliver this message for you.",
      server: 'mta4.corp.example',
      to: 'mike@corp.example',
      said: '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
      status: '5.1.1',
    }),
    causes: ['no such recipient'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
  },
  {
    name: 'exchange online: 5.1.10, German NDR',
    source: 'learn.microsoft.com 550 5.1.10; NDR in German',
    text: exchange({
      ...DE,
      subject: 'Unzustellbar: Angebot 2026',
      words:
        'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\n\npetra.alt@kunde.example (petra.alt@kunde.example)\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden. Überprüfen Sie die E-Mail-Adresse des Empfängers, und versuchen Sie, die Nachricht erneut zu senden.',
      server: 'FR2P281MB2034.DEUP281.PROD.OUTLOOK.COM',
      to: 'petra.alt@kunde.example',
      said: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient petra.alt@kunde.example not found by SMTP address lookup',
      status: '5.1.10',
    }),
    causes: ['no such recipient'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
    advice: /address/i,
  },
  {
    name: 'exchange: mailbox full, French NDR',
    source: 'learn.microsoft.com 5.2.2; technet fr bb232118',
    text: exchange({
      ...FR,
      subject: 'Non remis : Devis',
      words:
        "Échec de la remise à ces destinataires ou groupes :\n\nluc@mairie.example\nLa boîte aux lettres du destinataire est pleine et ne peut pas accepter de messages pour l'instant.",
      server: 'PR3P264MB0012.FRAP264.PROD.OUTLOOK.COM',
      to: 'luc@mairie.example',
      said: '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message due to a permanent exception with message Cannot open mailbox',
      status: '5.2.2',
    }),
    causes: ['mailbox full'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
  },
  {
    name: 'exchange: group takes mail of insiders only',
    source: 'learn.microsoft.com 550 5.7.133',
    text: exchange({
      ...EN,
      subject: 'Undeliverable: Offer',
      words:
        "all-staff@corp.example\nYour message couldn't be delivered because you don't have permission to send to all-staff.",
      server: 'AM0PR05MB4321.eurprd05.prod.outlook.com',
      to: 'all-staff@corp.example',
      said: '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group',
      status: '5.7.133',
    }),
    causes: ['policy'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
    advice: /group|owner|recipient|inside|organi[sz]ation/i,
  },
  {
    name: 'exchange: too large for the recipient',
    source: 'learn.microsoft.com 5.2.3 RESOLVER.RST.RecipSizeLimit',
    text: exchange({
      ...DE,
      subject: 'Unzustellbar: Fotos',
      words: 'Die Nachricht ist zu groß und kann nicht zugestellt werden.',
      server: 'EX02.werk.example',
      to: 'lager@werk.example',
      said: '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
      status: '5.2.3',
    }),
    causes: ['message too large'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
    advice: /smaller|link|attach|size/i,
  },
  {
    name: 'exchange online: loop',
    source: 'learn.microsoft.com 5.4.14',
    text: exchange({
      ...EN,
      subject: 'Undeliverable: Re: contract',
      words: 'A communication failure occurred during the delivery of this message. The message looped.',
      server: 'DB9PR01MB7890.eurprd01.prod.exchangelabs.com',
      to: 'legal@corp.example',
      said: '554 5.4.14 Hop count exceeded - possible mail loop ATTR34 [DB5EUR03FT031.eop-EUR03.prod.protection.outlook.com]',
      status: '5.4.14',
    }),
    causes: ['routing'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
  },
  {
    name: 'exchange online: traffic of a new tenant',
    source: 'github.com/MicrosoftDocs/OfficeDocs-Exchange/issues/1181',
    text: `550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP. For more information please go to http://go.microsoft.com/fwlink/?LinkId=526653. AS(7230) [VI1PR09MB3456.eurprd09.prod.outlook.com]`,
    causes: ['reputation', 'policy', 'blocklist'],
    provider: ['exchange', 'microsoft', 'outlook'],
    permanent: true,
  },
  {
    name: 'outlook.com: no such mailbox',
    source: 'smtpfieldmanual.com, Outlook 550 5.5.0',
    text: log(
      'hansi99@hotmail.com',
      'hotmail-com.olc.protection.outlook.com',
      '5.5.0',
      'bounced',
      'said: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [DB3EUR04FT033.eop-eur04.prod.protection.outlook.com 2026-07-14T07:12:34.113Z 08DCA1] (in reply to RCPT TO command)',
    ),
    causes: ['no such recipient'],
    provider: ['outlook', 'microsoft'],
    permanent: true,
  },
  {
    name: 'exchange on premises: relay refused',
    source: 'learn.microsoft.com 550 5.7.54',
    text: `Server error: '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'`,
    causes: ['relaying'],
    provider: ['exchange', 'microsoft', 'outlook', ''],
    permanent: true,
  },
]
