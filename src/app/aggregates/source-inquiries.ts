import { judgeKey } from '../../mail/authentication/dkim/key.ts'
import { isSpfRecord } from '../../mail/authentication/spf/record.ts'
import { repairSpf } from '../../mail/authentication/spf/repair/repair.ts'
import { ask, type Clock, type Resolver } from '../../net/ports.ts'
import type { SeenKey } from '../../services/answers/sources/advice.ts'
import type { SourceInquiries } from '../../services/answers/sources/closer.ts'
import { createTurns } from '../../services/domains/turns.ts'
import { ticksOf } from '../../services/ports.ts'

/** Asks the DNS what the advice about one source rests on. */
export function sourceInquiries(resolver: Resolver, clock: Clock, patience = PATIENCE_MS): SourceInquiries {
  const turns = createTurns(AT_ONCE, AT_ONCE_OF_ONE)
  const keys = createMemory<SeenKey['state']>(clock, KEY_FRESH_MS)
  const records = createMemory<Awaited<ReturnType<typeof spfWith>>>(clock, FRESH_MS)
  return {
    keyAt: (domain, selector) =>
      keys(`${selector}._domainkey.${domain}`, () => keyAt(domain, selector, resolver)),
    spfWith: (accountId, domain, ip) =>
      records(`${domain} ${ip}`, (forget) => {
        const until = ticksOf(clock) + patience
        const mayBegin = () => {
          const isInTime = ticksOf(clock) < until
          if (!isInTime) forget()
          return isInTime
        }
        return turns(accountId, mayBegin, () => spfWith(domain, ip, resolver))
      }),
  }
}

/** Trying a record takes time of the processor, and as long as the servers of the domain like. */
const [AT_ONCE, AT_ONCE_OF_ONE] = [8, 1]
/** What did not begin by then is not tried. */
const PATIENCE_MS = 10_000
const [KEY_FRESH_MS, FRESH_MS] = [60_000, 10 * 60_000]
const MOST = 500

/** What came of work is known for a while. */
function createMemory<T>(clock: Clock, fresh: number) {
  const known = new Map<string, { at: number; came: Promise<T> }>()
  return (key: string, work: (forget: () => void) => Promise<T>): Promise<T> => {
    const before = known.get(key)
    if (before && ticksOf(clock) - before.at < fresh) return before.came
    const came = work(() => known.delete(key))
    came.catch(() => known.delete(key))
    known.delete(key)
    known.set(key, { at: ticksOf(clock), came })
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break
      known.delete(oldest)
    }
    return came
  }
}

async function keyAt(domain: string, selector: string, resolver: Resolver): Promise<SeenKey['state']> {
  const { state, usable } = await judgeKey(domain, selector, resolver)
  if (state === 'failed') return 'unknown'
  if (state !== 'found') return 'none'
  return usable ? 'usable' : 'not_usable'
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
