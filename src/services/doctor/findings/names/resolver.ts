import { ask } from '../../../../net/ports.ts'
import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, inConfig, ok, problem, unknown } from '../../finding.ts'
import { publicResolverOf } from '../../public-resolvers.ts'

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
  async look({ settings, resolver: dns }) {
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
    return ok(`The resolvers answer: ${named}.`)
  },
}
