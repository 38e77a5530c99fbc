import { ask } from '../../../../net/ports.ts'
import type { Context, TestedList } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, ok, problem, type Seen, type Step, unknown } from '../../finding.ts'
import { AFTER_RESOLVER, AGAIN, queryService } from '../../next-steps.ts'
import { refusedCloudOf } from '../../shared-clouds.ts'
import { OWN_RESOLVER } from './resolver.ts'

/** That nothing came back says nothing of the list, nor of who asked. */
const SILENT = /^no DNS server|got no answer|broke off/

export const blocklists: Inquiry<Context> = {
  id: 'blocklists',
  title: 'Blocklists',
  read: 'docs/operating.md#blocklists',
  ofHost: true,
  needs: ['dns.servers'],
  async look({ lists, settings, resolver, host }) {
    const [{ tested, waiting }, alive] = await Promise.all([lists(), ask(resolver, 'com', 'SOA')])
    if (alive.kind === 'failure')
      return unknown(
        `The resolver gives no answers (${dnsWords(alive.reason)}), so no blocklist could be tested.`,
        AFTER_RESOLVER,
      )
    const out = tested.filter(({ usable }) => !usable)
    if (out.length === 0) return judgeGood(tested.length, waiting)
    const later = waiting > 0 ? ` ${waiting} more are not tested yet.` : ''
    const silent = out.filter(({ reason = '' }) => SILENT.test(reason))
    if (silent.length === out.length)
      return unknown(
        `${counted(out, tested)} gave no answer to their self-test: ${namesOf(out)}.${later}`,
        AGAIN,
      )
    const refusing = out.filter((list) => !silent.includes(list))
    const unattributed = refusing.filter(isUnattributed)
    const cloud = unattributed.length > 0 ? ` ${spamhausOf(host)}` : ''
    const says = `${counted(out, tested)} did not pass their self-test and are not asked. ${reasonsOf(refusing)}${cloud}${later}`
    const steps = stepsFor(unattributed, refusing)
    const none = out.length === tested.length && waiting === 0 && !settings.evaluation
    return none ? problem(says, ...steps) : attention(says, ...steps)
  },
}

/** Spamhaus answers so where it cannot tell whose question it is. */
const UNATTRIBUTED = '127.255.255.254'
const isUnattributed = ({ id, reason = '' }: TestedList) =>
  id.startsWith('spamhaus-') && reason.includes(UNATTRIBUTED)

function spamhausOf(host: Context['host']): string {
  const cloud = cloudOf(host)
  const here = cloud === undefined ? '' : ` This machine runs at ${cloud}.`
  return `Spamhaus refuses questions that come through public resolvers, and from machines of large clouds (DigitalOcean, Vultr, Microsoft Azure) even where the resolver is your own.${here}`
}

function cloudOf(host: Context['host']): string | undefined {
  try {
    return refusedCloudOf(host.maker())
  } catch {
    return undefined
  }
}

/** Of all steps, the one for Spamhaus helps wherever the machine is. */
function stepsFor(unattributed: readonly TestedList[], refusing: readonly TestedList[]): [Step, ...Step[]] {
  if (unattributed.length === 0) return [OWN_RESOLVER]
  const dqs = queryService(unattributed.map(({ id }) => id))
  return refusing.length > unattributed.length ? [OWN_RESOLVER, dqs] : [dqs]
}

function judgeGood(passed: number, waiting: number): Seen {
  if (waiting > 0) {
    const so = passed === 0 ? 'No blocklist was tested yet' : `${passed} blocklists passed their self-test`
    return unknown(`${so}; ${waiting} are under way.`, AGAIN)
  }
  return passed === 0
    ? ok('No blocklist is enabled.')
    : ok(`All ${passed} blocklists passed their self-test.`)
}

const counted = (some: readonly TestedList[], all: readonly TestedList[]) =>
  `${some.length} of ${all.length} blocklists`

const namesOf = (lists: readonly TestedList[]) => {
  const names = lists.map(({ name }) => name)
  return names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ')
}

const MOST_REASONS = 4

/** Lists with the same reason are named together. */
function reasonsOf(lists: readonly TestedList[]): string {
  const groups = [...Map.groupBy(lists, ({ reason = 'no reason is known' }) => reason)]
  const told = groups.slice(0, MOST_REASONS).map(([reason, some]) => `${namesOf(some)}: ${reason}`)
  const rest = groups.slice(MOST_REASONS).flatMap(([, some]) => some)
  const more = rest.length > 0 ? ` And: ${namesOf(rest)}.` : ''
  return `${told.map((one) => (one.endsWith('.') ? one : `${one}.`)).join(' ')}${more}`
}
