import type { SetUpItem, SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import { ask, type Resolver, recordsOf } from '../../../../net/ports.ts'
import { canReceive, type Receiving } from '../../../reading/domains/receiving.ts'

type Sought = Pick<SoughtSetUp, 'host' | 'mailHost' | 'mailDomain'>

/** Whether mail for the reports host comes to this service, as far as the DNS tells. */
export async function judgeMx(
  { host, mailHost, mailDomain }: Sought,
  resolver: Resolver,
): Promise<SetUpItem> {
  const record = {
    change: { kind: 'dns' as const, name: host, type: 'MX' as const, records: [`10 ${mailHost}.`] },
  }
  const base = { notes: [], publish: [], by: 'operator' as const, zone: host }
  const found = await canReceive(host, resolver, () => true)
  if (found.kind === 'unknown') {
    return { ...base, state: 'unknown', says: `The DNS did not say where mail for ${host} goes.` }
  }
  if (found.kind === 'refuses') {
    return {
      ...base,
      state: 'wrong',
      says: `${host} has a null MX record: it says that it takes no mail.`,
      publish: [{ ...record, instead: '0 .' }],
    }
  }
  if (found.kind === 'cannot') return { ...base, publish: [record], ...nowhere(host, found) }
  const hosts = found.hosts.map(({ name }) => name)
  const listed = hosts.join(', ')
  if (await leadsHere(hosts, { host, mailHost, mailDomain }, resolver)) {
    const says =
      found.by === 'mx'
        ? `Mail for ${host} goes to ${listed}.`
        : `${host} has no MX record; mail goes to its own address.`
    const others =
      found.by === 'mx' && hosts.includes(mailHost) ? hosts.filter((name) => name !== mailHost) : []
    const notes = others.length > 0 ? [`Reports may also go to ${others.join(', ')}.`] : []
    return { ...base, state: 'ok', says, notes }
  }
  const says =
    found.by === 'mx'
      ? `Mail for ${host} goes to ${listed}, and not to ${mailHost}.`
      : `${host} has no MX record, and its own address is not that of ${mailHost}.`
  return {
    ...base,
    state: 'wrong',
    says,
    publish: [{ ...record, ...(found.by === 'mx' && { instead: listed }) }],
  }
}

function nowhere(host: string, { why, hosts }: Extract<Receiving, { kind: 'cannot' }>) {
  if (why !== 'no-host') return { state: 'missing' as const, says: `${host} has no MX record.` }
  return {
    state: 'wrong' as const,
    says: `The MX record of ${host} names ${hosts.map(({ name }) => name).join(', ')}, which has no address.`,
  }
}

/** By the name of the mail host, by its addresses, or as test addresses do. */
async function leadsHere(
  hosts: readonly string[],
  { host, mailHost, mailDomain }: Sought,
  resolver: Resolver,
): Promise<boolean> {
  if (hosts.includes(mailHost)) return true
  const [own, ...others] = await Promise.all([mailHost, ...hosts].map((name) => addressesOf(name, resolver)))
  if (others.flat().some((address) => own?.includes(address))) return true
  if (mailDomain === host) return false
  const answer = await ask(resolver, mailDomain, 'MX')
  const theirs = answer.kind === 'failure' ? [] : recordsOf(answer).map(({ exchange }) => exchange)
  return hosts.some((name) => theirs.includes(name))
}

async function addressesOf(name: string, resolver: Resolver): Promise<string[]> {
  const answers = await Promise.all([ask(resolver, name, 'A'), ask(resolver, name, 'AAAA')])
  return answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []))
}
