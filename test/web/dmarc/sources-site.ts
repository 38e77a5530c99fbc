import { dmarcSite } from './dmarc-site.ts'
import { fakeSources } from './fake-sources.ts'
import { FULL, HOSTILE_HELD } from './samples.ts'
import { ANSWERED, FEW_ANSWERED, HOSTILE_ANSWERED } from './source-samples.ts'

const [full, hostile, few, open] = ['example.org', 'example.net', 'unproved.example', 'open.example'].map(
  (domain) => `/domains/dom-${domain}/dmarc`,
)

/** Pages of sources in each of their states, by names. */
export const SOURCE_PATHS: Readonly<Record<string, string>> = {
  sources: `${full}/sources`,
  'sources-year': `${full}/sources?days=366`,
  'sources-of-one-kind': `${full}/sources?standing=abuse`,
  'sources-of-no-kind': `${few}/sources?standing=broken`,
  'sources-by-ip': `${full}/sources?group_by=ip`,
  'sources-few': `${few}/sources`,
  'sources-hostile': `${hostile}/sources`,
  'sources-hostile-of-one-kind': `${hostile}/sources?standing=unknown`,
  source: `${full}/source?key=domain:erp.example.org`,
  'source-known': `${full}/source?key=sender:sendgrid`,
  'source-undecided': `${full}/source?key=domain:host0.example.com`,
  'source-abuse': `${full}/source?key=ip:203.0.113.3`,
  'source-of-one-address': `${full}/source?key=sender:sendgrid&ip=198.51.100.1`,
  'source-older': `${full}/source?key=sender:sendgrid&after=6`,
  'source-marked': `${full}/source?key=domain:erp.example.org&done=mine`,
  'sources-marked': `${full}/sources?marked=all`,
  'source-few': `${few}/source?key=ip:192.0.2.1`,
  'sources-open': `${open}/sources`,
  'source-open': `${open}/source?key=sender:sendgrid`,
  'overview-open': `${open}`,
  'source-hostile': `${hostile}/source?key=domain:h4`,
  'source-hostile-older': `${hostile}/source?key=domain:h4&after=6`,
}

/** The site with sources of every kind, few, and hostile ones. */
export function sourcesSite() {
  const fake = fakeSources({
    'dom-example.org': ANSWERED,
    'dom-example.net': HOSTILE_ANSWERED,
    'dom-unproved.example': FEW_ANSWERED,
    'dom-open.example': { isOpen: true },
  })
  const { answers, marks } = fake
  const held = {
    'dom-example.org': FULL,
    'dom-example.net': HOSTILE_HELD,
    'dom-unproved.example': {},
    'dom-open.example': FULL,
  }
  return { ...dmarcSite(held, {}, { answers, marks }, { more: ['open.example'] }), answered: fake }
}
