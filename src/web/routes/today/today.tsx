import { refusalOf } from '../../../core/access/permission.ts'
import { actorIn, type SessionActor } from '../../../services/people/sessions.ts'
import type { WebDeps } from '../../deps.ts'
import { type Known, LATELY_DAYS, todayOf } from '../../pages/today/standing.ts'
import { TodayDocument } from '../../pages/today/today.tsx'
import { ownPage } from '../../respond.ts'
import type { Visit } from '../../router.ts'
import { worstFirst } from '../../words/domain-states.ts'
import { worstMonitorsFirst } from '../../words/monitor-states.ts'

type TodayDeps = Pick<
  WebDeps,
  'accountTests' | 'domains' | 'domainHealth' | 'history' | 'administration' | 'dmarc' | 'monitors' | 'clock'
>

const DAY_MS = 86_400_000
const MOST_TESTS = 100
const TREND_DAYS = 30
/** Domains that are shown of those whose policy hits own mail. */
const HIT = { limit: 5 }

/** `/` of somebody who looks at an account. Absent: nobody does, or nobody signs in here. */
export async function todayPage(deps: TodayDeps, { site, viewer }: Visit): Promise<Response | undefined> {
  const { person, account } = viewer.person ?? {}
  const { accountTests, clock } = deps
  if (!person || !account || !accountTests) return undefined
  const actor = actorIn(person, account)
  const now = clock.now()
  const since = new Date(now.getTime() - LATELY_DAYS * DAY_MS)
  const [tests, domains, monitors, keys, history, reports, stands] = await Promise.all([
    accountTests.find(actor, { since, limit: MOST_TESTS }),
    domainsOf(deps, actor, now),
    monitorsOf(deps, actor),
    keysOf(deps, actor),
    deps.history?.of(actor, { days: TREND_DAYS }),
    deps.dmarc?.watch?.ofAccount(actor),
    deps.dmarc?.standings?.of(actor, HIT),
  ])
  const lately = tests.items.filter(({ createdAt }) => createdAt >= since)
  const hasTests = lately.length > 0 || (await accountTests.find(actor, { limit: 1 })).items.length > 0
  const known: Known = {
    tests: lately,
    hasTests,
    ...(domains && { domains }),
    ...(monitors && { monitors }),
    ...keys,
    ...(reports && { reports }),
    ...(stands?.ok && { stands: stands.value.rows }),
  }
  return ownPage(
    <TodayDocument
      {...{ site, now }}
      today={todayOf(known)}
      tests={lately.length}
      domains={domains?.length ?? 0}
      {...(monitors && { monitors })}
      {...(history && { history })}
      isOpen={stands?.ok === true && stands.value.isOpen}
    />,
  )
}

async function domainsOf({ domains, domainHealth }: TodayDeps, actor: SessionActor, now: Date) {
  if (!domains || refusalOf(actor, 'domains.read')) return undefined
  const [all, summaries] = await Promise.all([domains.list(actor), domainHealth?.summaries(actor)])
  return worstFirst(all, summaries ?? new Map(), now)
}

async function monitorsOf({ monitors }: TodayDeps, actor: SessionActor) {
  if (!monitors || refusalOf(actor, 'monitors.read')) return undefined
  return worstMonitorsFirst(await monitors.list(actor))
}

/** Those whose role does not let them see keys are not told to create one. */
async function keysOf({ administration }: TodayDeps, actor: SessionActor): Promise<Pick<Known, 'keys'>> {
  if (!administration || refusalOf(actor, 'keys.change')) return {}
  const list = await administration.keys.list(actor)
  if (!list.ok || !list.value.plan.api) return {}
  return { keys: list.value.keys.filter(({ state }) => state === 'active').length }
}
