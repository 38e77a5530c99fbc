import { ask } from '../../../../net/ports.ts'
import type { Context, TestedList } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, ok, problem, type Seen, unknown } from '../../finding.ts'
import { AFTER_RESOLVER, AGAIN } from '../../next-steps.ts'
import { OWN_RESOLVER } from './resolver.ts'

/** That nothing came back says nothing of the list, nor of who asked. */
const SILENT = /^no DNS server|got no answer|broke off/

export const blocklists: Inquiry<Context> = {
  id: 'blocklists',
  title: 'Blocklists',
  read: 'docs/operating.md#blocklists',
  needs: ['dns.servers'],
  async look({ lists, settings, resolver }) {
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
    const says = `${counted(out, tested)} did not pass their self-test and are not asked. ${reasonsOf(refusing)}${later}`
    const none = out.length === tested.length && waiting === 0 && !settings.evaluation
    return none ? problem(says, OWN_RESOLVER) : attention(says, OWN_RESOLVER)
  },
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
