import type { SetUpItems } from '../../../src/core/aggregate/set-up.ts'
import { granted } from '../../../src/core/refusal.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { ReportsSetUp } from '../../../src/services/aggregates/set-up.ts'
import { ADDRESS, HOST, looked, OTHER } from '../../mail/authentication/dmarc/reporting/sought.ts'
import { NOW } from '../fake-mail-tests.ts'
import { HOSTILE } from './fake-domains.ts'

const at = (name: string, ...TXT: string[]): ZoneLiteral => ({ [`_dmarc.${name}`]: { TXT } })

/** What a look sees of domains whose DNS is in every state. */
export async function setUps(): Promise<Record<string, SetUpItems>> {
  const many = Array.from({ length: 9 }, (_, n) => `mailto:reports-${n}@a-vendor-with-a-long-name.example`)
  return {
    'fine.example': await looked(
      'fine.example',
      at('fine.example', `v=DMARC1; p=reject; rua=mailto:${ADDRESS}`),
    ),
    'trouble.example': await looked('trouble.example', {
      ...at(
        'trouble.example',
        'v=DMARC1; p=quarantine; sp=reject; rua=mailto:dmarc@trouble.example,dmarc@vendor.example',
      ),
      [HOST]: {},
      [`*._report._dmarc.${HOST}`]: {},
    }),
    'news.below.example': await looked(
      'news.below.example',
      at('below.example', `v=DMARC1; p=reject; rua=${many.join(',')},mailto:${OTHER}`),
    ),
    'several.example': await looked(
      'several.example',
      at('several.example', 'v=DMARC1; p=none', 'v=DMARC1; p=reject'),
    ),
    'deep.example': await looked('deep.example', {}, {}, ['TXT _dmarc.deep.example', `MX ${HOST}`]),
    'hostile.example': await looked('hostile.example', {
      ...at('hostile.example', `v=DMARC1; p=none; rua=${HOSTILE}`),
      [`*._report._dmarc.${HOST}`]: { TXT: [`v=DMARC1; rua=${HOSTILE}`] },
    }),
  }
}

/** The service that gives them; for another domain the look is under way. */
export function fakeSetUp(all: Readonly<Record<string, SetUpItems>>): ReportsSetUp {
  const of: ReportsSetUp['of'] = async (_, id) => {
    const items = all[id.replace('dom-', '')]
    return granted({ address: ADDRESS, underWay: !items, ...(items && { look: { at: NOW, items } }) })
  }
  return { of, look: of }
}
