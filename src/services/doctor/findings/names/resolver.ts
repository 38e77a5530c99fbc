import { classifyAddress } from '../../../../net/ip.ts'
import { ask } from '../../../../net/ports.ts'
import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, inConfig, ok, problem, unknown } from '../../finding.ts'
import { AGAIN, queryService } from '../../next-steps.ts'
import { addressIn, publicResolverOf } from '../../public-resolvers.ts'
import { cloudResolverOf } from '../../shared-clouds.ts'

export const OWN_RESOLVER = inConfig(
  'Run a resolver of your own on this machine (apt install unbound) and name it:',
  'dns',
  'servers = ["127.0.0.1"]',
)

/** Names that exist as long as there is mail. */
const ASKED = ['com', 'org']

export const resolver: Inquiry<Context> = {
  id: 'resolver',
  title: 'DNS resolver',
  read: 'docs/operating.md#resolver',
  ofHost: true,
  needs: ['dns.servers'],
  async look({ settings, resolver: dns, host }) {
    const servers = settings.dnsServers
    const answers = await Promise.all(ASKED.map((name) => ask(dns, name, 'SOA')))
    const failures = answers.flatMap((answer) => (answer.kind === 'failure' ? [answer.reason] : []))
    const named = servers.join(', ') || 'none'
    if (failures.length === answers.length) {
      const says = `No question was answered by the resolvers (${named}): ${dnsWords(failures[0] ?? '')}. Checks that need the DNS are not determined.`
      return settings.evaluation ? attention(says, OWN_RESOLVER) : problem(says, OWN_RESOLVER)
    }
    if (failures.length > 0)
      return unknown(
        `Some questions to the resolvers (${named}) had no answer: ${dnsWords(failures[0] ?? '')}.`,
        AGAIN,
      )
    if (answers.some(({ kind }) => kind !== 'records')) {
      return attention(
        `The resolvers (${named}) do not know names that everybody knows (com, org): they answer for a network of their own.`,
        OWN_RESOLVER,
      )
    }
    const others = servers.flatMap((server) => publicResolverOf(server) ?? [])
    const names = [...new Set(others.map(({ name, address }) => `${address} (${name})`))].join(', ')
    if (names !== '') {
      const says = `${names} is a public resolver. Blocklists refuse questions from it, so their checks are not determined.`
      return settings.evaluation ? attention(says, OWN_RESOLVER) : problem(says, OWN_RESOLVER)
    }
    const shared = sharedBy(servers)
    if (shared !== '') {
      return attention(
        `${shared} for all its customers. Spamhaus and other blocklists refuse questions from it, so their checks are not determined.`,
        OWN_RESOLVER,
        queryService(['spamhaus-zen', 'spamhaus-dbl']),
      )
    }
    const through = upstreamsOf(host, servers)
    if (through !== '') {
      const says = `The resolvers answer (${named}), and hand questions on to ${through}, a resolver that many share. Blocklists refuse questions from it, so their checks are not determined.`
      return settings.evaluation ? attention(says, OWN_RESOLVER) : problem(says, OWN_RESOLVER)
    }
    return ok(`The resolvers answer: ${named}.`)
  },
}

/** Resolvers of clouds among these, in words. */
function sharedBy(servers: readonly string[]): string {
  const [cloud] = servers.flatMap((server) => cloudResolverOf(server) ?? [])
  return cloud === undefined ? '' : `${cloud.address} is the resolver of ${cloud.name}`
}

/** Public resolvers behind one on this machine: a stub such as systemd-resolved asks nobody itself. */
function upstreamsOf(host: Context['host'], servers: readonly string[]): string {
  if (!servers.some((server) => classifyAddress(addressIn(server)) === 'loopback')) return ''
  try {
    const found = host
      .upstreams()
      .flatMap((server) => publicResolverOf(server) ?? cloudResolverOf(server) ?? [])
    return [...new Set(found.map(({ name, address }) => `${address} (${name})`))].join(', ')
  } catch {
    return ''
  }
}
