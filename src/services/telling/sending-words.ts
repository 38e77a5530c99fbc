import { type CheckWords, DNS, HOSTING, SERVER } from './people.ts'

/** Checks of authentication and of the sending server, by analyzer name. */
export const SENDING_WORDS: Readonly<Record<string, CheckWords>> = {
  spf: {
    title: 'SPF',
    asks: 'May this server send for the envelope sender’s domain?',
    why: 'It tells receivers which servers send for your domain; mail from any other looks forged.',
    who: DNS,
  },
  dkim: {
    title: 'DKIM',
    asks: 'Is the message signed, and do the signatures hold?',
    why: {
      else: 'The signature shows that the message is yours and unchanged, also after it was forwarded.',
      list: 'A list that changes a message breaks its author’s signature; receivers then have to trust the list.',
    },
    who: {
      else: 'Your sending service or mail server signs; the key stands at your DNS host.',
      personal: 'Your mail provider, or you where the mail server is your own.',
      list: 'Whoever runs the list, by its settings for From, subject and footer.',
    },
  },
  dmarc: {
    title: 'DMARC',
    asks: 'Does the From domain have a policy, and does the message meet it?',
    why: 'It ties the address that readers see to SPF and DKIM, and says what receivers do with mail that fails.',
    who: {
      else: 'Your DNS host for the record; your sending service for passing it.',
      personal: 'Your mail provider, or your DNS host where the domain is your own.',
      list: 'Whoever runs the list: its settings for From, subject and footer, and the DNS host of its domain.',
    },
  },
  arc: {
    title: 'ARC',
    asks: 'Did forwarders vouch for the message, and does their chain hold?',
    why: 'Some providers accept forwarded mail that fails DMARC where the forwarder vouches for it.',
    who: 'Whoever forwards the message: a list, a gateway or another provider.',
  },
  bimi: {
    title: 'BIMI',
    asks: 'Can mailbox providers show the sender’s logo?',
    why: 'With it some mail programs show your logo beside the message; without it nothing is lost.',
    who: 'Your DNS host for the record, your web host for the logo, and a certificate authority for the mark.',
  },
  'reverse-dns': {
    title: 'Reverse DNS',
    asks: 'Does the sending address have a name that points back to it?',
    why: 'Many receivers refuse mail from an address without a name, because hijacked machines send so.',
    who: HOSTING,
  },
  helo: {
    title: 'HELO name',
    asks: 'Does the server introduce itself with a real name?',
    why: 'A server that gives a name which does not exist is taken for a bot.',
    who: SERVER,
  },
  tls: {
    title: 'Encryption',
    asks: 'Was the message sent over TLS, with a current version and cipher?',
    why: 'Without it anybody on the way can read the message, and Gmail marks or refuses it.',
    who: SERVER,
  },
  mx: {
    title: 'Return mail',
    asks: 'Can the sender’s domains receive replies and bounces?',
    why: 'Receivers distrust a sender that no answer and no bounce can reach.',
    who: DNS,
  },
  blocklist: {
    title: 'IP blocklists',
    asks: 'Is the sending address on a public blocklist?',
    why: 'Many receivers refuse mail from an address on such a list without looking at the message.',
    who: 'Whoever runs the sending server stops the cause and asks for removal; sometimes only the hosting provider can.',
  },
  'domain-blocklist': {
    title: 'Domain blocklists',
    asks: 'Are the sender’s domains on a blocklist?',
    why: 'A listed domain has its mail refused or sent to spam, whichever server it comes from.',
    who: 'The owner of the domain stops the cause and asks the list for removal.',
  },
  'link-blocklist': {
    title: 'Link blocklists',
    asks: 'Are domains linked in the body on a blocklist?',
    why: 'One link to a listed domain can send the whole message to spam.',
    who: {
      else: 'Whoever writes the message takes the link out; the owner of the domain asks for removal.',
      personal: 'You take the link out; the owner of the domain asks for removal.',
    },
  },
  'transport-policy': {
    title: 'Transport policy',
    asks: 'MTA-STS, TLS reports, DANE and DNSSEC of the domain',
    why: 'They protect mail to your domain on its way; they do not change how your own mail is received.',
    who: 'Your DNS host, and whoever runs the servers that take your mail.',
  },
  'delivery-path': {
    title: 'Delivery path',
    asks: 'Which servers did the message pass, and how fast?',
    why: 'It shows where a message lay waiting and which server changed it.',
    who: 'Whoever runs the server that the hop names.',
  },
  'smtp-conduct': {
    title: 'SMTP conduct',
    asks: 'Does the sending server keep to the rules of SMTP?',
    why: 'Receivers tell bots from mail servers by how they speak, before the message is sent.',
    who: SERVER,
  },
  dns: {
    title: 'DNS',
    asks: 'Does the name exist, and do its servers answer?',
    why: 'Everything else about a domain is asked there.',
    who: 'Your DNS host.',
  },
}
