import { type DnsLook, isStale } from '../../../core/domain-health.ts'
import type { AccountActor } from '../../../services/access/actor.ts'
import { dayNumberOf } from '../../../services/aggregates/window.ts'
import type { TlsFacts } from '../../../services/tls-reports/advice.ts'
import { ENFORCING_DAYS, type Enforcing, enforcingBy } from '../../../services/tls-reports/enforcing.ts'
import type { TlsReports } from '../../../services/tls-reports/tls-reports.ts'
import type { WebDeps } from '../../deps.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { shownCheck } from '../../view.ts'

interface TransportDeps extends Pick<WebDeps, 'domainHealth' | 'checkWords'> {
  tls: Pick<TlsReports, 'summary'>
}

/** What is known of how mail to the domain is carried, by the last look at its DNS. */
export async function transportOf(deps: TransportDeps, actor: AccountActor, place: DmarcPlace) {
  const { domain, now } = place
  const known = await deps.domainHealth?.of(actor, domain.id)
  const look = known?.ok ? known.value.look : undefined
  const check = look?.checks.find(({ name }) => name === 'transport-policy')
  const enforcing =
    look && !isStale(look.at, now) && check && isTested(look)
      ? await enforcingOf(deps, actor, place)
      : undefined
  return {
    facts: factsOf(domain.domain, look && !isStale(look.at, now) ? look : undefined),
    published: {
      place,
      ...(look && { look }),
      ...(check && { check: shownCheck(check, deps.checkWords) }),
      ...(enforcing && { enforcing }),
    },
  }
}

/** Its policy can be used, names every mail host, and is in testing mode. */
function isTested({ drawn, checks }: DnsLook): boolean {
  const found = checks.find(({ name }) => name === 'transport-policy')
  const codes = found?.findings.map(({ code }) => code) ?? []
  return (
    drawn.sts?.state === 'policy' && drawn.sts.mode === 'testing' && !codes.includes('sts-mx-not-covered')
  )
}

async function enforcingOf(
  { tls }: TransportDeps,
  actor: AccountActor,
  { domain, now }: DmarcPlace,
): Promise<Enforcing | undefined> {
  const to = dayNumberOf(now) - 2
  const window = { from: to - ENFORCING_DAYS + 1, to, authenticated: true }
  const summary = await tls.summary(actor, domain.id, window)
  return summary.ok ? enforcingBy(summary.value) : undefined
}

function factsOf(domain: string, look: DnsLook | undefined): TlsFacts {
  const { mx, sts } = look?.drawn ?? {}
  const hosts = mx?.state === 'hosts' ? mx.hosts.map(({ name }) => plain(name)) : undefined
  const mailHosts = mx?.state === 'none' ? [domain] : hosts
  return {
    domain,
    ...(mailHosts && { mailHosts }),
    ...((sts?.state === 'policy' || sts?.state === 'faulty') && { stsWorks: sts.state === 'policy' }),
  }
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')
