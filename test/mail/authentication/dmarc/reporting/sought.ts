import type { SetUpItem, SetUpItems, SoughtSetUp } from '../../../../../src/core/aggregate/set-up.ts'
import { lookAtSetUp } from '../../../../../src/mail/authentication/dmarc/reporting/look.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { zone } from '../../../../support/zone.ts'

export const HOST = 'reports.mailgauge.net'
export const TOKEN = 'abcdefghijklmnopqrstuvwx23'
export const ADDRESS = `${TOKEN}@${HOST}`
export const OTHER = `zzzzzzzzzzzzzzzzzzzzzzzz22@${HOST}`

/** The instance's part, published well. */
export const INSTANCE: ZoneLiteral = {
  [HOST]: { MX: [[10, 'mx.mailgauge.net']] },
  'mx.mailgauge.net': { A: ['192.0.2.1'] },
  [`*._report._dmarc.${HOST}`]: { TXT: ['v=DMARC1;'] },
}

export function soughtFor(domain: string, changes: Partial<SoughtSetUp> = {}): SoughtSetUp {
  return {
    domain,
    address: ADDRESS,
    accounts: [{ domain, address: ADDRESS }],
    host: HOST,
    mailHost: 'mx.mailgauge.net',
    mailDomain: 'in.mailgauge.net',
    ...changes,
  }
}

export async function looked(
  domain: string,
  literal: ZoneLiteral,
  changes: Partial<SoughtSetUp> = {},
  fail: ZoneFailures = [],
): Promise<SetUpItems> {
  const coming = lookAtSetUp(soughtFor(domain, changes), zone({ ...INSTANCE, ...literal }, fail))
  const [record, consent, mx] = await Promise.all([coming.record, coming.consent, coming.mx])
  return { record, consent, mx }
}

/** The text of a TXT record to publish, its strings joined. */
export function textOf(record: string | undefined): string {
  return [...(record ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('')
}

/** The zone with what an item has published. */
export function published(literal: ZoneLiteral, { publish }: Pick<SetUpItem, 'publish'>): ZoneLiteral {
  const next: Record<string, ZoneLiteral[string]> = { ...literal }
  for (const { change, instead } of publish) {
    const { name, records } = change
    const gone = new Set((instead ?? '').split('\n'))
    const left = (literal[name]?.TXT ?? []).filter(
      (text) => !gone.has(typeof text === 'string' ? text : text.join('')),
    )
    next[name] = { ...literal[name], TXT: [...left, ...records.map(textOf)] }
  }
  return next
}
