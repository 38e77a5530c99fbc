import { expect, test } from 'bun:test'
import { unregisteredRemarks } from '../../../src/mail/fixing/unregistered-names.ts'
import { zoneResolver } from '../../../src/net/dns/zone.ts'

const SOA = [{ primary: 'ns.nic.example', mailbox: 'hostmaster.nic.example', serial: 1 }]
const resolver = zoneResolver({ com: { SOA } })
const use = (name: string) => ({
  name,
  type: 'TXT' as const,
  where: 'a term',
  harm: 'can send',
  remedy: 'remove it',
})

test.each(['_spf.gone.com', '_SPF.Gone.COM', '_spf.gone.com.'])(
  '%s, as records write names',
  async (name) => {
    const [remark, ...others] = await unregisteredRemarks('code', [use(name)], [], resolver)
    expect(others).toEqual([])
    expect(remark?.says).toBe(
      'a term leads to _spf.gone.com, whose domain gone.com looks unregistered: whoever registers it can send.',
    )
    expect(await unregisteredRemarks('code', [use(name)], ['Gone.com.'], resolver)).toEqual([])
  },
)
