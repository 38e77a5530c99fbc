import { describe, expect, test } from 'bun:test'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'

const only = (text: string) => {
  const [failure] = explainBounce(text).failures
  if (!failure) throw new Error('nothing is told')
  return failure
}
const ruleOf = (text: string) => only(text).rule?.id
const adviceOf = (text: string) => only(text).advice.join(' ')
const sent = (relay: string, dsn: string, status: string, said: string) =>
  `Nov 3 10:11:12 mx1 postfix/smtp[77]: 4ABC12: to=<ann@outlook.com>, relay=${relay}[192.0.2.9]:25, delay=3, delays=1/0/1/1, dsn=${dsn}, status=${status} (${said})`

describe('the sending server’s own words', () => {
  const OLC = 'outlook-com.olc.protection.outlook.com'
  test.each([
    ['4.7.4', `TLS is required, but was not offered by host ${OLC}[192.0.2.9]`],
    ['4.7.5', 'Server certificate not verified'],
    [
      '4.4.2',
      `lost connection with ${OLC}[192.0.2.9] while sending end of data -- message may be sent more than once`,
    ],
    ['4.4.2', `conversation with ${OLC}[192.0.2.9] timed out while receiving the initial server greeting`],
    ['4.4.1', `delivery temporarily suspended: connect to ${OLC}[192.0.2.9]:25: Connection timed out`],
    ['5.4.6', 'mail for example.org loops back to myself'],
  ])('are put down to nobody who was reached: %s %s', (dsn, said) => {
    const { provider, remote, rule } = only(
      sent(OLC, dsn, dsn.startsWith('4') ? 'deferred' : 'bounced', said),
    )
    expect([provider?.id, remote, rule === undefined]).toEqual(['postfix', undefined, false])
  })

  test('are none where a receiver answered', () => {
    const said = `host ${OLC}[192.0.2.9] said: 451 4.7.5 Server certificate not trusted here (in reply to MAIL FROM command)`
    const { provider, remote } = only(sent(OLC, '4.7.5', 'deferred', said))
    expect([provider?.id, remote]).toEqual(['outlook', OLC])
  })

  test('tell a server that is led to itself', () => {
    expect(
      adviceOf(sent('mx.example.org', '5.4.6', 'bounced', 'mail for example.org loops back to myself')),
    ).toMatch(/mydestination.*myhostname/)
    expect(ruleOf('554 5.4.6 Too many hops: mail forwarding loop for ann@example.org')).not.toBe(
      'postfix-loop-self',
    )
  })
})

describe('the cause that is said, not what is named beside it', () => {
  test('a link in the message, whatever address sent it', () => {
    for (const text of [
      'This email from IP 192.0.2.4 has been rejected. The email message was detected as spam. FortiGuard AntiSpam(SPAM URL:https://a.example/)',
      '554 5.7.1 Mail from 192.0.2.4 refused: FortiGuard found a blocked URL',
    ])
      expect([only(text).cause, ruleOf(text)]).toEqual(['content', 'list-fortinet-url'])
    expect(ruleOf('554 5.7.1 Client 192.0.2.4 is blocked by FortiGuard')).toBe('list-fortinet')
    expect(ruleOf('554 5.7.1 The message contains a link that Cloudmark lists')).not.toBe('list-cloudmark')
  })

  test('an address for removal is no code', () => {
    const of = (list: string) =>
      `550 5.7.1 Service unavailable; Client host [192.0.2.4] blocked using ${list}; To request removal from this list please forward this message to delist@messaging.microsoft.com`
    for (const list of ['FBLW15', 'FBLW09', 'our list'])
      expect(only(of(list)).meaning).not.toMatch(/5\.7\.511|does not lift/)
    expect(ruleOf(of('FBLW15'))).toBe('microsoft-banned-ip')
    expect(
      ruleOf(
        '550 5.7.511 Access denied, banned sender[192.0.2.4]. To request removal from this list please forward this message to delist@messaging.microsoft.com',
      ),
    ).toBe('microsoft-banned-sender')
  })

  test('siblings with one family of codes are told apart by host alone', () => {
    expect(only('550 5.1.0 sender rejected AUP#I-1310').provider).toBeUndefined()
    expect(only('554 5.7.1 refused AUP#CXBL').provider).toBeUndefined()
    const at = (host: string) =>
      only(`host ${host}[192.0.2.1] said: 550 5.1.0 sender rejected AUP#In-1310`).provider?.id
    expect([at('mx0.charter.net'), at('mx.cox.net')]).toEqual(['spectrum', 'cox'])
  })

  test.each([
    ['550 <ann@example.es>: Destinatario desconocido o mailbox lleno', 'unknown-or-full'],
    ['550 Requested action not taken: user unknown or mailbox full', 'unknown-or-full'],
    ['550 mailbox is full or does not exist', 'unknown-or-full'],
    ['550 account disabled or over quota', 'full-or-inactive'],
    ['550 5.1.1 account closed or mailbox full', 'full-or-inactive'],
    ['550 User unknown or not accepting mail', 'unknown-or-refused'],
  ])('both causes where an answer offers two: %s', (text, rule) => {
    expect([ruleOf(text), only(text).cause]).toEqual([rule, 'unknown'])
  })

  test('one cause where it names one', () => {
    expect(only('550 5.1.1 user unknown').cause).toBe('no such recipient')
    expect(only('552 5.2.2 mailbox full').cause).toBe('mailbox full')
  })

  test('Exchange without a database for the mailbox', () => {
    for (const text of [
      '420 4.2.0 Recipient deferred because there is no Mdb',
      '554 5.2.0 STOREDRV.Deliver; RecipientNotFound; no mailbox database',
    ])
      expect([ruleOf(text), only(text).cause]).toEqual(['exchange-no-database', 'receiver trouble'])
    expect(only('550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found').cause).toBe(
      'no such recipient',
    )
  })
})

describe('what is over', () => {
  test.each([
    'We could not deliver the attached mail for the following recipients.\nann@example.net at remote mailserver mx.example.com. (192.0.2.1): 421 4.3.2 too many connections, please try again later',
    'Your message did not reach some or all of the intended recipients.\n\nann@example.net\n   Error: 451 4.3.0 try later\n',
    'The mail server has given up on this message. It will not be tried again.\n\n<ann@example.net>: 451 4.3.0 Temporary error',
  ])('given up around an answer for now', (text) => {
    const { action, advice, recipient } = only(text)
    expect([action, recipient]).toEqual(['failed', 'ann@example.net'])
    expect(advice.join(' ')).toMatch(/does not try again|given up/)
  })

  test('still tried, where it says so', () => {
    const text =
      'THIS IS A WARNING MESSAGE ONLY. Your message could not be delivered yet and will be retried for 4 days.\n\n<ann@example.net>: 451 4.3.0 Temporary error'
    expect(only(text).action).toBe('delayed')
  })

  const notice = (said: string) =>
    `This is the mail system at host mx.example.net.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n                   The mail system\n\n<ann@example.org>: ${said}`
  test('a domain without a record fails until DNS is repaired', () => {
    const missing =
      'Host or domain name not found. Name service error for\n    name=example.org type=AAAA: Host not found'
    expect(only(notice(missing)).permanent).toBe(true)
    expect(only(notice(missing.replace('Host not found', 'Host not found, try again'))).permanent).toBe(false)
  })

  test('hMailServer, without a connection', () => {
    const text =
      'Your message did not reach some or all of the intended recipients.\n\nann@example.org\n   Error Type: SMTP\n   Connection to recipients server failed.\n   Error: Host name: mx.example.org, message: Unable to connect to the remote server\n   Tried 4 time(s)\n'
    expect([ruleOf(text), only(text).action]).toEqual(['hmailserver-no-connection', 'failed'])
  })

  test('Haraka, after all mail servers', () => {
    const text =
      "Hi. This is the Haraka Mailer program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ann@example.com>: Too many failures (Tried all MXs)\n"
    expect([ruleOf(text), only(text).permanent]).toEqual(['haraka-tried-all', true])
    expect(adviceOf(text)).toContain('log of the server that sent the notice')
  })
})

describe('authentication', () => {
  test('names what did not pass', () => {
    const of = (results: string) =>
      only(
        `550 5.7.515 Access denied, sending domain EXAMPLE.ORG doesn't meet the required authentication level. ${results}`,
      )
    const spf = of('Spf= Fail , Dkim= Pass , DMARC= Pass')
    expect(spf.meaning).toContain('SPF did not pass (fail), while DKIM and DMARC passed')
    expect(spf.advice.join(' ')).not.toMatch(/DKIM|DMARC/)
    const dkim = of('SPF=pass, DKIM=none, DMARC=fail').advice.join(' ')
    expect(dkim).toContain('Sign every message with DKIM')
    expect(dkim).not.toContain('Publish an SPF')
    expect(of('Spf= Fail , Dkim= Fail , DMARC= Fail').advice).toEqual(of('').advice)
  })

  test('a signature that is not valid is no missing one', () => {
    const invalid = '550 The mail has an invalid DKIM signature; for help write to support@forwardemail.net'
    expect([ruleOf(invalid), only(invalid).provider?.id]).toEqual(['dkim-invalid', 'forwardemail'])
    expect(ruleOf('550 5.7.1 no valid DKIM')).toBe('dkim')
  })
})

describe('lists', () => {
  test.each([
    [
      '554 5.7.1 Mail from <192.0.2.4> was refused due to the sender IP found in ERS-DUL. See https://servicecentral.trendmicro.com/en-US/ers/',
      'list-trendmicro-dul',
    ],
    [
      '554 not accepted (dnsbl.sorbs.net; Dynamic IP Addresses See: http://www.sorbs.net/lookup.shtml?192.0.2.4)',
      'list-sorbs-dul',
    ],
    [
      '554 5.7.1 Service unavailable; Client host [192.0.2.4] blocked using dyna.spamrats.com',
      'list-dynamic',
    ],
  ])('of dynamic addresses lead to the provider’s server: %s', (text, rule) => {
    expect(ruleOf(text)).toBe(rule)
    expect(adviceOf(text)).toContain('Send through the server of your own provider')
  })

  test('others do not', () => {
    expect(
      ruleOf('554 5.7.1 Mail refused due to the sender IP found in ERS-QIL. See ers.trendmicro.com'),
    ).toBe('list-trendmicro')
    expect(ruleOf('554 5.7.1 blocked using dnsbl.sorbs.net')).toBe('list-sorbs')
  })

  test('a dynamic address without the name of a list', () => {
    for (const text of [
      '554 5.7.1 Client host 192.0.2.4 listed as dial-up',
      '550 5.7.1 Your IP 192.0.2.3 is in a dynamic address pool, use your ISP relay',
    ])
      expect(ruleOf(text)).toBe('dynamic-address')
  })

  test('SPF that passes for another domain', () => {
    const { meaning } = only('550 5.7.1 Email rejected per DMARC policy. SPF: pass, DKIM: fail, DMARC: fail')
    expect(meaning).toContain('not for the domain in From')
  })

  test('several without names, and AT&T’s form', () => {
    expect(ruleOf('550 Your IP (192.0.2.4) is blacklisted on multiple DNSBLs')).toBe('blocklisted-several')
    expect(ruleOf('550 Your IP 192.0.2.4 is blacklisted')).toBe('blocklisted')
    expect(only('553 5.3.0 alph123 DNSBL:RBL 521< 192.0.2.4 >_is_blocked').provider?.id).toBe('att')
  })
})

describe('texts as people paste them', () => {
  test('Markdown, and an answer behind an empty line', () => {
    const text =
      'I am sorry to have to inform you that your message could not be delivered to one or more recipients.\n\n<[x.example](mailto:ann@example.org)>: host mx.example.org[192.0.2.1] said: 553\n\n    Your IP is BLACKLISTED at UCEPROTECT-LEVEL 1 - See:\n\n    [http://www.uceprotect.net/a](http://www.uceprotect.net/b) (in reply to RCPT TO command)\n'
    expect([ruleOf(text), only(text).recipient]).toEqual(['list-uceprotect', 'ann@example.org'])
  })

  test('the host stands before the arrow', () => {
    const { provider, remote } = only(
      '[2.1s] mailsec.protonmail.ch:25 --> 554 5.7.1 rejected by rspamd filter',
    )
    expect([provider?.id, remote]).toEqual(['proton', 'mailsec.protonmail.ch'])
  })

  test('a forwarding that is broken', () => {
    const text =
      '<bob@example.net> (expanded from <ann@example.org>): host mx.example.net[192.0.2.1] said: 550 5.1.1 User unknown'
    expect([only(text).cause, adviceOf(text).includes('owner of ann@example.org')]).toEqual([
      'no such recipient',
      true,
    ])
    expect(adviceOf(text.replace('550 5.1.1 User unknown', '550 5.7.1 Message is spam'))).not.toContain(
      'owner of',
    )
  })

  test('recipients of several regions', () => {
    expect(
      only(
        '"message": "transient: 4.5.3 Recipients belong to multiple regions ATTR38 [x.eop-eur06.prod.protection.outlook.com]"',
      ).cause,
    ).toBe('rate')
  })

  test.each([
    "You can't send this message. You do not have the permission to send the message on behalf of the specified user.",
    'Diese Nachricht konnte nicht gesendet werden. Sie haben nicht die Berechtigung, die Nachricht im Auftrag des angegebenen Benutzers zu senden.',
    "Nous n’avons pas pu envoyer ce message. Vous n'avez pas l'autorisation d'envoyer le message sous le nom de l'utilisateur spécifié.",
    'No tiene permiso para enviar el mensaje en nombre del usuario especificado.',
    "Non si dispone dell'autorizzazione per inviare il messaggio per conto dell'utente specificato.",
  ])('the own Exchange, in words: %s', (said) => {
    const { rule, permanent } = only(`ann@example.org, 26/03/2025 11:34\n   ${said}\n`)
    expect([rule?.id, permanent]).toEqual(['exchange-send-as', true])
  })

  test('Exchange Online in words alone', () => {
    const text =
      "Your message couldn't be delivered to the recipient because you don't have permission to send to it. Ask the recipient's email admin to add you to the accept list for the recipient."
    expect([only(text).cause, only(text).permanent]).toEqual(['policy', true])
  })
})
