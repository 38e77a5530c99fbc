import type { Section } from './option.ts'
import { accounts } from './sections/accounts.ts'
import { analysis } from './sections/analysis.ts'
import { anonymous } from './sections/anonymous.ts'
import { blocklists } from './sections/blocklists.ts'
import { backup } from './sections/data/backup.ts'
import { retention } from './sections/data/retention.ts'
import { dmarc } from './sections/dmarc.ts'
import { dns } from './sections/dns.ts'
import { history } from './sections/history.ts'
import { http } from './sections/http.ts'
import { bimi } from './sections/judging/bimi.ts'
import { links } from './sections/links.ts'
import { log } from './sections/log.ts'
import { oidc } from './sections/oidc.ts'
import { people } from './sections/people.ts'
import { relay } from './sections/relay.ts'
import { rspamd } from './sections/rspamd.ts'
import { secrets } from './sections/secrets.ts'
import { host } from './sections/service/host.ts'
import { mcp } from './sections/service/mcp.ts'
import { metrics } from './sections/service/metrics.ts'
import { rdap } from './sections/service/rdap.ts'
import { webhooks } from './sections/service/webhooks.ts'
import { site } from './sections/site.ts'
import { smtp } from './sections/smtp.ts'
import { spamassassin } from './sections/spamassassin.ts'
import { store } from './sections/store.ts'
import { tests } from './sections/tests.ts'
import { monitors } from './sections/watching/monitors.ts'

/** Every option, in the order of the file: what the file, the variables, the flags, the example and the documentation are made of. */
export const SCHEMA = {
  site,
  http,
  smtp,
  store,
  backup,
  dns,
  analysis,
  tests,
  history,
  retention,
  dmarc,
  monitors,
  anonymous,
  blocklists,
  links,
  bimi,
  rdap,
  spamassassin,
  rspamd,
  accounts,
  people,
  oidc,
  relay,
  webhooks,
  secrets,
  host,
  metrics,
  mcp,
  log,
} as const satisfies Readonly<Record<string, Section>>
