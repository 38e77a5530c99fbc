import {
  BLOCK_EXAMPLES,
  isHostName,
  LISTEN_EXAMPLES,
  LMTP_EXAMPLES,
  parseBlock,
  parseListen,
  parseLmtp,
} from '../addresses.ts'
import { count, duration, list, parsed, size, text, toggle } from '../kinds.ts'
import type { Section } from '../option.ts'

const HOST_NAME = 'a host name such as "mail.example.com"'

const hostName = (written: string) => (isHostName(written) ? written.toLowerCase() : undefined)

export const smtp = {
  sentence: 'Where test messages come in.',
  options: {
    listen: list(
      {
        sentence: 'Addresses and ports to listen on. The world delivers to port 25.',
        default: [':25'],
        evaluation: ['127.0.0.1:2525'],
      },
      LISTEN_EXAMPLES,
      parseListen,
    ),
    lmtpListen: list(
      {
        sentence:
          'Where mail servers of your own hand mail on by LMTP: addresses and ports, or absolute paths of sockets. Over an address only smtp.trusted_relays are served; a socket is open to whoever may write to it.',
        default: [],
      },
      LMTP_EXAMPLES,
      parseLmtp,
    ),
    lmtpSocketMode: parsed(
      {
        sentence:
          'The permissions of the sockets in smtp.lmtp_listen, in octal. Their group is that of the service.',
        default: '0660',
      },
      'an octal mode such as "0660"',
      (written) => (/^0?[0-7]{3}$/.test(written) ? Number.parseInt(written, 8) : undefined),
    ),
    proxyProtocolFrom: list(
      {
        sentence:
          'Load balancers that begin each connection with a PROXY protocol header (version 1 or 2), as addresses or blocks such as "10.0.0.0/8". Their connections without one are refused; from anybody else a header is an unknown command.',
        default: [],
        reload: true,
      },
      BLOCK_EXAMPLES,
      parseBlock,
    ),
    trustedRelays: list(
      {
        sentence:
          'Mail servers of your own that hand mail on to this one, as addresses or blocks. What they tell of its client by XFORWARD or XCLIENT is believed; what they do not tell is not judged.',
        default: [],
        reload: true,
      },
      BLOCK_EXAMPLES,
      parseBlock,
    ),
    relaysMustTell: toggle({
      sentence:
        'Whether mail of which a trusted relay tells no client is answered 451, so that a relay that was set up wrong is noticed. Without it such mail is taken, and its report says what is not known.',
      default: false,
      reload: true,
    }),
    trustReceived: toggle({
      sentence:
        'Whether the Received field on top of mail from a trusted relay is believed: of its client what XFORWARD and XCLIENT do not tell, and of TLS. Only for relays that always write one and write what they saw, as Postfix and Exim do.',
      default: false,
      reload: true,
    }),
    domain: parsed(
      {
        sentence:
          'The mail domain of the test addresses. Its MX record points to this host. It receives nothing but test messages.',
        required: true,
        evaluation: 'mailgauge.localhost',
        example: 'in.example.com',
      },
      'a domain name such as "in.example.com"',
      hostName,
    ),
    hostname: parsed(
      {
        sentence: 'The name this host gives in its greeting and in its own certificate.',
        derived: 'smtp.domain',
        example: 'mail.example.com',
      },
      HOST_NAME,
      hostName,
    ),
    tlsCert: text({
      sentence: 'Path of the certificate for STARTTLS (PEM, with its chain). Needs tls_key.',
      optional: 'a self-signed certificate, kept in the data directory',
      example: '/etc/mailgauge/tls/fullchain.pem',
      reload: true,
      path: true,
    }),
    tlsKey: text({
      sentence: 'Path of the private key that belongs to tls_cert (PEM).',
      optional: 'a self-signed certificate, kept in the data directory',
      example: '/etc/mailgauge/tls/privkey.pem',
      reload: true,
      path: true,
    }),
    maxMessage: size(
      { sentence: 'The largest message taken, announced to senders as SIZE.', default: '25MB' },
      { min: '64KB', max: '256MB' },
    ),
    maxRecipients: count(
      { sentence: 'Recipients of one message. Further ones are answered 452.', default: 100 },
      { min: 1, max: 10_000 },
    ),
    maxConnections: count(
      {
        sentence:
          'Connections at once, in all. Past it idle ones of networks that hold many are ended with 421, else the new one is.',
        default: 500,
      },
      { min: 1, max: 100_000 },
    ),
    maxConnectionsPerAddress: count(
      {
        sentence: 'Connections at once from one address (IPv6: one /64). Further ones are answered 421.',
        default: 50,
      },
      { min: 1, max: 100_000 },
    ),
    idleTimeout: duration(
      {
        sentence:
          'A session in which nothing arrives for so long is closed. RFC 5321 4.5.3.2.7 asks for five minutes.',
        default: '5 minutes',
      },
      { min: '1s', max: '1 hour' },
    ),
    sessionMemory: size(
      {
        sentence: 'Message bytes held by open sessions, in all. Past it new messages are answered 452.',
        default: '256MB',
      },
      { min: '1MB', max: '64GB' },
    ),
  },
} as const satisfies Section
