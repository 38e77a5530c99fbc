import type { Config } from '../../config/config.ts'
import { createAfterStart } from '../../jobs/after-start.ts'
import type { AnalysisMeter } from '../../jobs/analysis-child.ts'
import { createQueue } from '../../jobs/queue.ts'
import { createAnalyse } from '../../services/analysis/analyse.ts'
import { createPostponing } from '../../services/analysis/postponing.ts'
import { createRescoring } from '../../services/analysis/rescoring/rescoring.ts'
import { createBounces } from '../../services/bounces/bounces.ts'
import { createInspections } from '../../services/inspections/inspections.ts'
import { inspectionSeats } from '../../services/inspections/seats.ts'
import { createHinting } from '../../services/mail-tests/hinting.ts'
import { createDecidingAnew } from '../../services/withholding/deciding-anew.ts'
import { dnsServers, dnsSettings, openAnalysisPool } from '../analysis.ts'
import type { Demo } from '../demo/demo.ts'
import { onOneHost, untilDoneHere } from '../hosts/one-host.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'
import { openReloadableHealth } from './reloadable-health.ts'

/** What analysis processes tell of themselves, and of what they asked. */
const meterOf = ({ analysis, dns }: Shared['meters']): AnalysisMeter => ({
  started: analysis.started,
  ended: analysis.ended,
  spent({ checks, dns: asked }) {
    analysis.checks(checks)
    dns.tallied(asked)
  },
})

/** The queue of messages that wait to be analysed, and everything else that analyses. */
export function openAnalysis(config: Config, shared: Shared, demo: Demo | undefined, later: Later) {
  const health = openReloadableHealth(config, shared, later)
  const dns = { ...dnsSettings(config), ...(demo && { demoZone: demo.zone }) }
  later.reloaded((next) => () => void Object.assign(dns, dnsSettings(next)))
  const pool = openAnalysisPool(
    config,
    dns,
    () => ({
      hostname: config.smtp.hostname,
      ...(config.store.url !== undefined && { host: HOLDER.host }),
      lists: [...health.lists],
      listStates: health.states(),
      ...(demo && { demoDomain: demo.domain }),
      ...(config.smtp.trustReceived && { trustReceived: true }),
      ...(config.links.fetch && { fetchLinks: true }),
      ...(config.rdap.enabled && { rdap: true }),
    }),
    shared.log,
    { freed: () => queue.poke(), meter: meterOf(shared.meters) },
  )
  later(() => pool.stop())
  // One process beside those of the queue: what an owner says is tried on many messages at once.
  const rescoring = createRescoring({ ...shared, runner: { size: 1, run: pool.run }, write: true })
  const hinting = createHinting({ ...shared, rescoring })
  const postponing = createPostponing(shared)
  const analyse = createAnalyse({
    ...shared,
    hinting,
    postponing,
    runner: shared.meters.analysis.runner(pool),
  })
  const queue = createQueue({
    ...shared,
    holder: HOLDER,
    size: () => pool.places,
    ready: () => pool.ready,
    analyse,
    postponing,
  })
  later.opened(queue.start)
  later.drained('analyses', queue.stop)
  const once = onOneHost(config, shared.store)
  const decidingAnew = createDecidingAnew({ ...shared, runner: pool })
  const deciding = createAfterStart({
    ...shared,
    work: { run: untilDoneHere(once('deciding-anew', decidingAnew.run)) },
    failed: 'What earlier rules decided could not be decided anew; it is tried again later',
  })
  later.drained('decisions', deciding.stop)
  if (dnsServers(config).length === 0) {
    shared.log.warn({}, 'No DNS server is configured or known to the system: DNS checks cannot be determined')
  }
  const seats = inspectionSeats(pool)
  const inspections = createInspections({
    ...shared,
    seats,
    enabled: config.anonymous.enabled,
    perHour: config.anonymous.testsPerHour,
  })
  const bounces = createBounces({
    ...shared,
    runner: pool,
    enabled: config.anonymous.enabled,
    perHour: config.anonymous.testsPerHour,
    maxBytes: config.smtp.maxMessage,
  })
  return { queue, hinting, inspections, bounces, seats, health, deciding, pool }
}
