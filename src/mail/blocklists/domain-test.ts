import { ask, type Resolver } from '../../net/ports.ts'
import type { ListSetting } from '../blocklists.ts'
import { judgeAnswer } from './verdict.ts'

/** Self-test of a domain list by its own two names: one it must hold, one it must not (RFC 5782 section 5). */
export async function testDomainList(
  list: ListSetting,
  resolver: Resolver,
): Promise<{ usable: true } | { usable: false; reason: string }> {
  if (!list.testListed) return { usable: false, reason: 'it publishes no name to test it by' }
  const listed = judgeAnswer(list, await ask(resolver, `${list.testListed}.${list.zone}`, 'A'))
  if (listed.verdict !== 'listed') {
    const instead = listed.verdict === 'not listed' ? '' : `, the answer is: ${inWords(listed)}`
    return { usable: false, reason: `it does not list its test name ${list.testListed}${instead}` }
  }
  if (!list.testClean) return { usable: true }
  const clean = judgeAnswer(list, await ask(resolver, `${list.testClean}.${list.zone}`, 'A'))
  if (clean.verdict !== 'not listed') {
    return {
      usable: false,
      reason: `its answer about ${list.testClean}, which it must not list, is: ${inWords(clean)}`,
    }
  }
  return { usable: true }
}

function inWords({ verdict, says }: { verdict: string; says: string }): string {
  return says ? `${verdict} (${says})` : verdict
}
