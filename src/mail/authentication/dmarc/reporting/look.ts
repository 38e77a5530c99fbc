import type { SetUpItems, SoughtSetUp } from '../../../../core/aggregate/set-up.ts'
import type { Resolver } from '../../../../net/ports.ts'
import { findDmarc } from '../record.ts'
import { readDmarcRecord } from '../tags.ts'
import { type DmarcLookup, dmarcLookup } from '../walk.ts'
import { judgeMx } from './arriving.ts'
import { judgeConsent } from './consent.ts'
import { judgeNaming } from './naming.ts'

/** Looks whether reports about a domain can come to its reports address: the three records that this takes. */
export async function lookAtSetUp(sought: SoughtSetUp, resolver: Resolver): Promise<SetUpItems> {
  const lookup = dmarcLookup(resolver)
  const mx = judgeMx(sought, resolver)
  const found = await findDmarc(sought.domain, lookup)
  const record = await judgeNaming(found, sought, lookup)
  const consent = await judgeConsent(record.zone, sought, resolver, asPublished(record.zone, lookup))
  return { record, consent, mx: await mx }
}

/** As it will be once there is a record at the name. */
function asPublished(name: string, lookup: DmarcLookup): DmarcLookup {
  return async (asked) => {
    const step = await lookup(asked)
    if (asked !== name || step.state === 'record' || step.state === 'failed') return step
    return { ...step, state: 'record', record: readDmarcRecord('v=DMARC1; p=none') }
  }
}
