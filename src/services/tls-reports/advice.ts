/** What the advice on a kind of failure goes by. */
export interface TlsFacts {
  domain: string
  /** The mail hosts that the DNS names. Absent: not known. */
  mailHosts?: readonly string[]
  /** The MTA-STS policy as it was fetched at the last look: whether senders can use it. Absent: not known. */
  stsWorks?: boolean
}

export interface TlsAdvice {
  /** What to do, in a sentence or two. */
  does: string
  /** What is known now and was not, or not yet, when the reports were written. */
  now?: string
}

const MOST_HOSTS = 5

/** What to do about one kind of failure (RFC 8460 4.3). `seen`: the hosts that reports name, which are texts of strangers: only those that are
 * the domain's own are named. */
export function tlsAdvice(type: string, seen: readonly string[], facts: TlsFacts): TlsAdvice | undefined {
  // The type is a stranger's word: toString is none of ours.
  const deed = Object.hasOwn(DEEDS, type) ? DEEDS[type] : undefined
  if (deed === undefined) return undefined
  const does = deed({ ...hostsOf(seen, facts), domain: facts.domain })
  const now = type.startsWith('sts-') ? stsNow(facts) : strangeHosts(seen, facts)
  return { does, ...(now !== undefined && { now }) }
}

interface Named {
  domain: string
  /** mx1.example.org and mx2.example.org; else the mail server. */
  hosts: string
  /** One of them, as a name to fill in where none is known. */
  one: string
}

const DEEDS: Readonly<Record<string, (named: Named) => string>> = {
  'starttls-not-supported': ({ hosts }) =>
    `Turn on TLS for port 25 of ${hosts}, and see that no firewall or filter in front takes STARTTLS out of the answer to EHLO.`,
  'certificate-host-mismatch': ({ hosts, one }) =>
    `Give ${hosts} a certificate that names the host as the MX record has it: ${one} has to stand among its subject alternative names (DNS).`,
  'certificate-expired': ({ hosts }) =>
    `Renew the certificate of ${hosts}, and have the mail server load it: many go on with the old one until they are reloaded. Then see why that did not happen by itself.`,
  'certificate-not-trusted': ({ hosts }) =>
    `Have ${hosts} send a certificate of a public authority, with its intermediate certificates. A self-signed one only does for senders that use DANE.`,
  'validation-failure': ({ one }) =>
    `Connect as a sender does and read what fails: openssl s_client -starttls smtp -connect ${one}:25 -servername ${one}. The reports may give a reason code. Common causes are TLS older than 1.2, no cipher that both sides know, and a mail host that no mx line of the MTA-STS policy names.`,
  'tlsa-invalid': ({ one }) =>
    `Compare the TLSA records at _25._tcp.${one} with the certificate that the host shows: they no longer match, most often since a renewal. Keep the key when you renew, as TLSA 3 1 1 is about the key alone; or publish the record of the next key beside the old one, wait twice its TTL, change the certificate, and only then remove the old record.`,
  'dnssec-invalid': ({ hosts, domain }) =>
    `Repair DNSSEC of the zones of ${domain} and ${hosts}: most often signatures have expired, or the DS record of the parent zone matches no key. Until then, senders that validate DNSSEC may hold your mail back.`,
  'dane-required': ({ one }) =>
    `That sender is set to deliver here with DANE alone, and found no usable TLSA record at _25._tcp.${one}. Publish one, TLSA 3 1 1, in a zone that is signed by DNSSEC; or ask the sender not to require it.`,
  'sts-policy-fetch-error': ({ domain }) =>
    `Serve https://mta-sts.${domain}/.well-known/mta-sts.txt with status 200, without a redirect, and to everybody: senders fetch it from addresses that you do not know. To give MTA-STS up, first serve mode: none and give the TXT record of _mta-sts.${domain} a new id; remove both when the max_age of the old policy has passed.`,
  'sts-policy-invalid': ({ domain }) =>
    `Correct https://mta-sts.${domain}/.well-known/mta-sts.txt: version: STSv1, a mode, an mx line for each mail host, and max_age, each on a line of its own. Then give the TXT record of _mta-sts.${domain} a new id, or senders keep what they have.`,
  'sts-webpki-invalid': ({ domain }) =>
    `Give the web server at mta-sts.${domain} a certificate of a public authority that names mta-sts.${domain} and has not expired.`,
}

function hostsOf(
  seen: readonly string[],
  { domain, mailHosts = [] }: TlsFacts,
): Pick<Named, 'hosts' | 'one'> {
  const own = mailHosts.filter((host) => seen.includes(host)).slice(0, MOST_HOSTS)
  const [first = mailHosts[0] ?? `<mail host of ${domain}>`] = own
  if (own.length === 0) return { hosts: 'each mail server', one: first }
  return {
    hosts: own.length === 1 ? first : `${own.slice(0, -1).join(', ')} and ${own.at(-1)}`,
    one: first,
  }
}

function stsNow({ stsWorks }: TlsFacts): string | undefined {
  if (stsWorks === undefined) return undefined
  return stsWorks
    ? 'At the last look the policy could be fetched and read, so this may be over: look at the newest reports.'
    : 'At the last look the policy could not be used.'
}

/** Reports name hosts that are not in the DNS now. */
function strangeHosts(seen: readonly string[], { domain, mailHosts }: TlsFacts): string | undefined {
  const named = seen.filter((host) => host !== '')
  if (mailHosts === undefined || named.length === 0) return undefined
  const strange = named.filter((host) => !mailHosts.includes(host)).length
  if (strange === 0) return undefined
  return strange === named.length
    ? `No host that these reports name is a mail host of ${domain} now: the MX records were others, or the sender was led elsewhere.`
    : `${strange} of the hosts that these reports name ${strange === 1 ? 'is' : 'are'} no mail host of ${domain} now.`
}
