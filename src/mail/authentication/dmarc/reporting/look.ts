import type { ComingSetUp, SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import type { Resolver } from '../../../../net/ports.ts'
import { findDmarc } from '../record.ts'
import { readDmarcRecord } from '../tags.ts'
import { type DmarcLookup, dmarcLookup } from '../walk.ts'
import { judgeMx } from './arriving.ts'
import { judgeConsent } from './consent.ts'
import { judgeNaming } from './naming.ts'

/** Looks whether reports about a domain can come to its reports address: the three records that this takes, each as soon as it is known. */
export function lookAtSetUp(sought: SoughtSetUp, resolver: Resolver): ComingSetUp {
  const lookup = dmarcLookup(resolver)
  const record = findDmarc(sought.domain, lookup).then((found) => judgeNaming(found, sought, lookup))
  const consent = record.then(({ zone }) => judgeConsent(zone, sought, resolver, asPublished(zone, lookup)))
  return { record, consent, mx: judgeMx(sought, resolver) }
}

/** As it will be once there is a record at the name. */
function asPublished(name: string, lookup: DmarcLookup): DmarcLookup {
  return async (asked) => {
    const step = await lookup(asked)
    if (asked !== name || step.state === 'record' || step.state === 'failed') return step
    return { ...step, state: 'record', record: readDmarcRecord('v=DMARC1; p=none') }
  }
}
