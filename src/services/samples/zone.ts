/** The domain of the built-in samples: under .example, which nobody can register (RFC 2606). */
export const DEMO_DOMAIN = 'mailgauge-sample.example'

/** The selector of the demo domain's key. */
export const DEMO_SELECTOR = 'sample'

const REVERSE_V4 = '1.0.0.127.in-addr.arpa'
const REVERSE_V6 = `1.${'0.'.repeat(31)}ip6.arpa`

/** Records as a zone literal of net/dns writes them. */
type DemoZone = Record<
  string,
  {
    A?: readonly string[]
    AAAA?: readonly string[]
    MX?: readonly (readonly [preference: number, exchange: string])[]
    TXT?: readonly string[]
    PTR?: readonly string[]
  }
>

interface DemoKeyRecord {
  /** The value of p= in the key record (RFC 6376 3.6.1). */
  dkimPublicKey: string
  selector: string
}

/** Is this one of the few names that the built-in zone answers: the demo domain and below, and loopback's PTR names? */
export function ownsDemoName(name: string, domain = DEMO_DOMAIN): boolean {
  const canonical = name.toLowerCase().replace(/\.$/, '')
  if (canonical === REVERSE_V4 || canonical === REVERSE_V6) return true
  return canonical === domain || canonical.endsWith(`.${domain}`)
}

/** What a well-run sender publishes, for a sender on this machine's own loopback addresses. */
export function demoZone(domain: string, { dkimPublicKey, selector }: DemoKeyRecord): DemoZone {
  const here = { A: ['127.0.0.1'], AAAA: ['::1'] }
  const mailHost = `mail.${domain}`
  return {
    [domain]: {
      ...here,
      MX: [[10, mailHost]],
      TXT: ['v=spf1 ip4:127.0.0.1 ip6:::1 ip4:192.0.2.0/27 ip6:2001:db8:0:10::/64 -all'],
    },
    [mailHost]: { ...here, TXT: ['v=spf1 a -all'] },
    [`www.${domain}`]: here,
    [`${selector}._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=rsa; p=${dkimPublicKey}`] },
    [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`] },
    [`_smtp._tls.${domain}`]: { TXT: [`v=TLSRPTv1; rua=mailto:tls@${domain}`] },
    [REVERSE_V4]: { PTR: [mailHost] },
    [REVERSE_V6]: { PTR: [mailHost] },
  }
}
