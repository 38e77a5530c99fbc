import type { Context, Greeting } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { inDns, ok, problem, type Seen, type Step, unknown } from '../../finding.ts'
import { AFTER_RESOLVER, fromOutside } from '../../next-steps.ts'

/** Whether the MX record of a domain leads to this service, as far as it can be told from here. */
export async function judgeMx(context: Context, domain: string): Promise<Seen> {
  const { hostname } = context.settings
  const publish = inDns('Publish this record:', `${domain}. IN MX 10 ${hostname}.`)
  const answer = await context.mx(domain)
  if (answer.kind === 'failure')
    return unknown(
      `The MX record of ${domain} could not be asked for: ${dnsWords(answer.reason)}.`,
      AFTER_RESOLVER,
    )
  if (answer.kind === 'nxdomain') return problem(`${domain} does not exist in the DNS.`, publish)
  if (answer.kind === 'nodata') return problem(`${domain} has no MX record.`, publish)
  const hosts = (await context.mailHosts(domain)).map(({ exchange }) => exchange)
  if (hosts.length === 0)
    return problem(`The MX record of ${domain} is a null MX: it says that the domain takes no mail.`, publish)
  return judgeHosts(context, domain, hosts, publish)
}

async function judgeHosts(
  context: Context,
  domain: string,
  hosts: readonly string[],
  publish: Step,
): Promise<Seen> {
  const { own, settings } = context
  const known = await Promise.all(hosts.map(async (host) => ({ host, ...(await context.addressesOf(host)) })))
  const failed = known.find(({ kind }) => kind === 'failure')
  const addresses = known.flatMap((one) => (one.kind === 'found' ? one.addresses : []))
  const names = hosts.join(', ')
  if (addresses.length === 0) {
    if (failed) return unknown(`The addresses of ${names} could not be asked for.`, AFTER_RESOLVER)
    return problem(
      `The MX record of ${domain} names ${names}, which has no address.`,
      inDns('Publish the address of this machine:', `${hosts[0]}. IN A <its address>`),
    )
  }
  if (addresses.some((address) => own.includes(address)))
    return withOthers(
      ok(`The MX record of ${domain} leads to this machine: ${names}.`),
      known,
      own,
      await context.greetings(domain),
    )
  const greetings = await context.greetings(domain)
  if (greetings.some((greeting) => greeting.own))
    return ok(`The MX record of ${domain} names ${names}, where this service greets as ${settings.hostname}.`)
  const stranger = greetings.find(({ seen }) => seen.kind === 'smtp')
  if (stranger?.seen.kind === 'smtp' && settings.inFront) {
    return unknown(
      `The MX record of ${domain} leads to ${stranger.address}, where a server greets as ${JSON.stringify(stranger.seen.name)}. Where that is the mail server in front of this one, it is right.`,
      { says: 'Send a message to a test address: where it arrives, the record is right.' },
    )
  }
  if (stranger?.seen.kind === 'smtp') {
    return problem(
      `The MX record of ${domain} leads to ${stranger.address}, where a server greets as ${JSON.stringify(stranger.seen.name)}, and not as ${settings.hostname}.`,
      publish,
    )
  }
  const seen = `The MX record of ${domain} leads to ${addresses.slice(0, 4).join(', ')}`
  if (own.length > 0) return problem(`${seen}; this machine has ${own.slice(0, 4).join(', ')}.`, publish)
  return unknown(
    `${seen}. This machine has no public address of its own, and from here nobody answers at that one: behind NAT that says nothing.`,
    fromOutside(settings.hostname),
  )
}

/** Senders may take any mail host of the least preference, and the others when that one is down. */
function withOthers(
  seen: Seen,
  known: readonly { host: string; addresses?: string[] }[],
  own: readonly string[],
  greetings: readonly Greeting[],
): Seen {
  const others = known.filter(
    ({ host, addresses = [] }) =>
      !addresses.some((address) => own.includes(address)) &&
      !greetings.some((greeting) => greeting.host === host && greeting.own),
  )
  if (others.length === 0) return seen
  const names = others.map(({ host }) => host).join(', ')
  return {
    state: 'attention',
    seen: `${seen.seen} ${names} is not this machine, and mail may go there too.`,
    steps: [{ says: `Remove the MX records that name ${names}.` }],
  }
}
