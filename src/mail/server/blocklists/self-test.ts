import { type Answer, ask, type FailedAnswer, type Resolver, type RosterProbe } from '../../../net/ports.ts'
import { type ListSetting, ROSTER } from './roster.ts'
import { judgeAnswer } from './verdict.ts'

type Tested = Awaited<ReturnType<RosterProbe['probe']>>

/** The test point that every list of addresses holds (RFC 5782 section 5), as it is asked. */
const LISTED_POINT = '2.0.0.127'
/** What every list of names holds and does not hold, unless it publishes names of its own for its test. */
const LISTED_NAME = 'TEST'
const CLEAN_NAME = 'INVALID'

/** Self-test of a list of addresses: a refusal is told as one, everything else is for the probe to find out. */
export async function testAddressList(
  list: ListSetting,
  resolver: Resolver,
  probe: RosterProbe,
): Promise<Tested> {
  const answer = await ask(resolver, `${LISTED_POINT}.${list.zone}`, 'A')
  const refused = refusalOf(list, answer) ?? silenceOf(list, answer)
  return refused === undefined ? probe.probe(list.zone) : unusable(refused)
}

/** Self-test of a list of names: one name it must hold, and one it must not (RFC 5782 section 5). */
export async function testDomainList(list: ListSetting, resolver: Resolver): Promise<Tested> {
  const { testListed = LISTED_NAME, testClean = CLEAN_NAME } = list
  const first = await ask(resolver, `${testListed}.${list.zone}`, 'A')
  const refused = refusalOf(list, first) ?? silenceOf(list, first)
  if (refused !== undefined) return unusable(refused)
  const listed = judgeAnswer(list, first)
  if (listed.verdict !== 'listed') {
    const instead = listed.verdict === 'not listed' ? '' : `, the answer is: ${inWords(listed)}`
    return unusable(`it does not list its test name ${testListed}${instead}`)
  }
  const second = await ask(resolver, `${testClean}.${list.zone}`, 'A')
  const refusedThen = refusalOf(list, second)
  if (refusedThen !== undefined) return unusable(refusedThen)
  const clean = judgeAnswer(list, second)
  if (clean.verdict === 'not listed') return { usable: true }
  return unusable(`its answer about ${testClean}, which it must not list, is: ${inWords(clean)}`)
}

const unusable = (reason: string): Tested => ({ usable: false, reason })

/** Why the list, or a DNS server on the way to it, does not answer us, and what to do; undefined for any other answer. */
function refusalOf(list: ListSetting, answer: Answer<'A'> | FailedAnswer): string | undefined {
  if (answer.kind === 'failure') {
    if (answer.reason !== 'refused') return undefined
    return `the question was refused (DNS REFUSED). The DNS servers in dns.servers must resolve names for this machine. ${remedy(list)}`
  }
  const { verdict, says, codes } = judgeAnswer(list, answer)
  if (verdict !== 'refused') return undefined
  return `the list refuses questions from your DNS server: ${says} (${codes.join(', ')}). ${remedy(list)}`
}

/** A list without an answer has not been found broken. The probe would wait for it a second time. */
function silenceOf(list: ListSetting, answer: Answer<'A'> | FailedAnswer): string | undefined {
  if (answer.kind !== 'failure') return undefined
  if (!['timeout', 'servfail', 'malformed'].includes(answer.reason)) return undefined
  return `its self-test got no answer: ${judgeAnswer(list, answer).says}`
}

/** What whoever runs this service can do about a refusal. */
function remedy(list: ListSetting): string {
  const entry = [...ROSTER.ip, ...ROSTER.welcome, ...ROSTER.domain].find(({ id }) => id === list.id)
  if (list.zone !== list.name)
    return `Check the key in blocklists.keys.${list.id}, and the limit that it has.`
  const own = 'Set a resolver of your own in dns.servers, not a public or shared one'
  if (entry?.access === 'register') return `${own}, and register its address with the list.`
  if (entry?.zoneWithKey) return `${own}, or set a key of the list in blocklists.keys.${list.id}.`
  return `${own}, and stay within the query limit of the list.`
}

function inWords({ verdict, says }: { verdict: string; says: string }): string {
  return says ? `${verdict} (${says})` : verdict
}
