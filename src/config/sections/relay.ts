import { isIP } from 'node:net'
import { readMailbox } from '../../core/mailbox.ts'
import { isHostName } from '../addresses.ts'
import { choice, count, duration, parsed, text } from '../kinds.ts'
import type { Section } from '../option.ts'

/** Reads a host name or an address, IPv6 without brackets. */
const host = (written: string) =>
  isIP(written) > 0 || isHostName(written) ? written.toLowerCase() : undefined

const name = (written: string) => (isHostName(written) ? written.toLowerCase() : undefined)

/** Whatever address mail goes to, that of the sender is one that every server takes. */
const sender = (written: string) => {
  const mailbox = readMailbox(written)
  return mailbox && /^\p{ASCII}+$/u.test(mailbox.address) ? mailbox : undefined
}

export const relay = {
  sentence:
    'The mail server that takes the mail Mailgauge sends: password resets, invitations, address confirmations. mailgauge relay test tries it.',
  options: {
    host: parsed(
      {
        sentence: 'Its name or address. Goes with from.',
        optional: 'no mail is sent',
        example: 'smtp.example.com',
        reload: true,
      },
      'a host name such as "smtp.example.com", or an address',
      host,
    ),
    port: count(
      {
        sentence: 'Its port.',
        derived: '587; 465 where tls = "implicit", 25 where tls = "none"',
        example: 587,
        reload: true,
      },
      { min: 1, max: 65_535 },
    ),
    tls: choice(
      {
        sentence:
          'starttls: the session is encrypted, or there is none. implicit: TLS from the first octet. none: in the clear, for a relay on this machine or in a network you trust; a password is then sent over loopback only.',
        default: 'starttls',
        reload: true,
      },
      ['starttls', 'implicit', 'none'],
    ),
    tlsCa: text({
      sentence:
        'Path of certificates (PEM) that its certificate may be issued by, besides the public authorities.',
      optional: 'public authorities only',
      example: '/etc/mailgauge/tls/relay-ca.pem',
      reload: true,
      path: true,
    }),
    user: text({
      sentence: 'The user name to sign in with. Goes with password.',
      optional: 'nobody signs in',
      example: 'mailgauge',
      reload: true,
    }),
    password: text({
      sentence: 'The password of user.',
      optional: 'nobody signs in',
      example: 'secret',
      reload: true,
      secret: true,
    }),
    from: parsed(
      {
        sentence:
          'Who the mail is from, and where what cannot be delivered comes back to: an address of a domain that names this relay in its SPF record.',
        optional: 'no mail is sent',
        example: 'Mailgauge <mailgauge@example.com>',
        reload: true,
      },
      'an address such as "mailgauge@example.com" or "Mailgauge <mailgauge@example.com>"',
      sender,
    ),
    dkimKey: text({
      sentence:
        'Path of a private key (PEM, RSA of 1024 bits or more, or Ed25519) that signs the mail. Not needed where the relay signs. Goes with dkim_selector.',
      optional: 'mail is sent without a signature of ours',
      example: '/etc/mailgauge/dkim.pem',
      reload: true,
      path: true,
    }),
    dkimSelector: parsed(
      {
        sentence: 'The selector under which the public key is published.',
        optional: 'mail is sent without a signature of ours',
        example: 'mailgauge',
        reload: true,
      },
      'a selector such as "mailgauge"',
      name,
    ),
    dkimDomain: parsed(
      {
        sentence: 'The domain that signs.',
        optional: 'that of from',
        example: 'example.com',
        reload: true,
      },
      'a domain name such as "example.com"',
      name,
    ),
    timeout: duration(
      {
        sentence: 'The most that one delivery to the relay may take, as a whole.',
        default: '30s',
        reload: true,
      },
      { min: '1s', max: '10 minutes' },
    ),
  },
} as const satisfies Section
