import { judgeKey } from '../../mail/authentication/dkim/key.ts'
import { isSpfRecord } from '../../mail/authentication/spf/record.ts'
import { repairSpf } from '../../mail/authentication/spf/repair/repair.ts'
import { ask, type Clock, type Resolver } from '../../net/ports.ts'
import type { SourceInquiries } from '../../services/answers/sources/closer.ts'
import { ticksOf } from '../../services/ports.ts'

/** Asks the DNS what the advice about one source rests on. */
export function sourceInquiries(resolver: Resolver, clock: Clock): SourceInquiries {
  const tried = createTries(clock)
  return {
    async keyAt(domain, selector) {
      const { state, usable } = await judgeKey(domain, selector, resolver)
      if (state === 'failed') return 'unknown'
      if (state !== 'found') return 'none'
      return usable ? 'usable' : 'not_usable'
    },
    spfWith: (domain, ip) => tried(`${domain} ${ip}`, () => spfWith(domain, ip, resolver)),
  }
}

const FRESH_MS = 10 * 60_000
const MOST = 500

/** Trying a record takes time of the processor: one at a time, and what came of it holds for a while. */
function createTries(clock: Clock) {
  const known = new Map<string, { at: number; came: ReturnType<typeof spfWith> }>()
  let last: Promise<unknown> = Promise.resolve()
  return (key: string, work: () => ReturnType<typeof spfWith>): ReturnType<typeof spfWith> => {
    const before = known.get(key)
    if (before && ticksOf(clock) - before.at < FRESH_MS) return before.came
    const came = last.then(work)
    last = came.catch(() => {})
    known.delete(key)
    known.set(key, { at: ticksOf(clock), came })
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break
      known.delete(oldest)
    }
    return came
  }
}

/** A record that is whole gets one address more and is otherwise as it was; another one has first to be put right on the page of the domain. */
async function spfWith(domain: string, address: string, resolver: Resolver) {
  const answer = await ask(resolver, domain, 'TXT')
  if (answer.kind !== 'records' || answer.chain.length > 0) return undefined
  const [replaces, ...others] = answer.records.map(({ text }) => text).filter(isSpfRecord)
  if (replaces === undefined || others.length > 0) return undefined
  const repair = await repairSpf(domain, { address }, resolver)
  if (!repair || repair.fixes || repair.copied.length > 0 || repair.removed.length > 0) return undefined
  const [change, ...more] = repair.changes
  if (repair.letsIn !== address || more.length > 0) return undefined
  if (change?.kind !== 'dns' || change.name !== domain) return undefined
  const [quoted] = change.records
  return quoted === undefined ? undefined : { value: textOf(quoted), replaces }
}

/** What a TXT record in presentation form says. */
const textOf = (quoted: string): string =>
  [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, string = '']) => string.replace(/\\(.)/g, '$1'))
    .join('')
