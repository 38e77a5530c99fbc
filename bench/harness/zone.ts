import { generateKeyPairSync } from 'node:crypto'
import type { Answer } from 'dns-packet'
import { ROSTER } from '../../src/mail/server/blocklists/roster.ts'

/** Where the mail of the benches says that it comes from. */
export const CLIENT_ADDRESS = '93.184.216.34'
export const SELECTOR = 's2026'
export const DOMAINS = ['garden.example', 'northwind.example', 'papertrail.example', 'harbour.example']

/** A record of the zone, whose name is that of its place. */
type Data = Omit<Extract<Answer, { data: unknown }>, 'name' | 'ttl' | 'class'>

/** Records by name, in lower case. */
export type Zone = Record<string, Data[]>

/** One key for all: it costs its verifier what any of its size does. */
export function signingKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    published: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

const txt = (text: string): Data => {
  const parts = text.match(/.{1,255}/g) ?? ['']
  return { type: 'TXT', data: parts.map((part) => Buffer.from(part, 'latin1')) } as Data
}
const a = (data: string): Data => ({ type: 'A', data }) as Data

/** Well-run senders, and blocklists that list nothing but their own test points. */
export function benchZone(publishedKey: string): Zone {
  return Object.assign({}, ...DOMAINS.map((domain) => senderZone(domain, publishedKey)), listZone(), {
    '34.216.184.93.in-addr.arpa': [{ type: 'PTR', data: `mail.${DOMAINS[0]}` }],
  })
}

function senderZone(domain: string, publishedKey: string): Zone {
  return {
    [domain]: [
      a(CLIENT_ADDRESS),
      { type: 'MX', data: { preference: 10, exchange: `mail.${domain}` } } as Data,
      txt(`v=spf1 ip4:${CLIENT_ADDRESS} ip4:127.0.0.0/8 include:_spf.${domain} -all`),
      { type: 'NS', data: `ns.${domain}` } as Data,
    ],
    [`_spf.${domain}`]: [txt(`v=spf1 ip4:${CLIENT_ADDRESS} -all`)],
    [`mail.${domain}`]: [a(CLIENT_ADDRESS), txt('v=spf1 a -all')],
    [`www.${domain}`]: [a(CLIENT_ADDRESS)],
    [`ns.${domain}`]: [a(CLIENT_ADDRESS)],
    [`_dmarc.${domain}`]: [txt(`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`)],
    [`_smtp._tls.${domain}`]: [txt(`v=TLSRPTv1; rua=mailto:tls@${domain}`)],
    [`${SELECTOR}._domainkey.${domain}`]: [txt(`v=DKIM1; k=rsa; p=${publishedKey}`)],
  }
}

function listZone(): Zone {
  const zone: Zone = {}
  for (const list of [...ROSTER.ip, ...ROSTER.welcome]) zone[`2.0.0.127.${list.zone}`] = [a('127.0.0.2')]
  for (const list of ROSTER.domain) {
    if (list.testListed !== undefined)
      zone[`${list.testListed}.${list.zone}`.toLowerCase()] = [a('127.0.0.2')]
  }
  return zone
}
