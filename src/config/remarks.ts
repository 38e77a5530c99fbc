import { MINUTE, obedientShare, rateOf } from '../core/access/rate.ts'
import { formatListen, isLoopback } from './addresses.ts'
import type { Config } from './config.ts'
import type { PlanConfig } from './plan-schema.ts'
import { remarksOnDatabase } from './rules/database.ts'
import { formatSize } from './units.ts'

/** Sentences on what is allowed and costs something. */
export function remarksOn(
  config: Pick<Config, 'plans' | 'analysis' | 'anonymous' | 'smtp' | 'metrics' | 'store'>,
): string[] {
  const { plans, analysis } = config
  return [
    ...smallShare(config),
    ...publicMetrics(config),
    ...tooManyProcesses(analysis),
    ...remarksOnDatabase(config),
    ...Object.values(plans).flatMap(smallBurst),
  ]
}

function publicMetrics({ metrics: { listen, token } }: Pick<Config, 'metrics'>): string[] {
  const open = listen.filter((address) => !isLoopback(address)).map(formatListen)
  if (open.length === 0) return []
  const [who, then] =
    token === undefined
      ? ['by everybody who reaches them', 'Set metrics.token, or listen on 127.0.0.1']
      : ['with metrics.token, which travels in the clear', 'Let only the Prometheus server reach them']
  return [`metrics.listen: ${open.join(', ')} can be read from other machines, ${who}. ${then}.`]
}

function smallShare({ anonymous, smtp }: Pick<Config, 'anonymous' | 'smtp'>): string[] {
  if (!anonymous.enabled || anonymous.maxBytes >= smtp.maxMessage) return []
  return [
    `anonymous.max_bytes: ${formatSize(anonymous.maxBytes)} is less than one message of smtp.max_message (${formatSize(smtp.maxMessage)}). Messages to tests without an account that do not fit are answered 452.`,
  ]
}

/** What an analysis process holds with ordinary messages. */
const USUAL_BYTES = 150 * 1024 ** 2
const ALWAYS_AT_ONCE = 2

function tooManyProcesses({ processes, totalMemory }: Config['analysis']): string[] {
  if (processes === undefined || totalMemory === undefined) return []
  const fitting = Math.max(ALWAYS_AT_ONCE, Math.floor(totalMemory / USUAL_BYTES))
  if (processes <= fitting) return []
  const needed = formatSize(processes * USUAL_BYTES)
  return [
    `analysis.total_memory: ${formatSize(totalMemory)} holds ${fitting} of the ${processes} processes of analysis.processes, at about 150 MB each. For all of them set ${needed} or more.`,
  ]
}

/** Retry-After is told in whole seconds: what comes free meanwhile is lost where the burst does not keep it. */
function smallBurst({ name, ratePerMinute, burst }: PlanConfig): string[] {
  const enough = Math.max(1, Math.ceil(ratePerMinute / 60))
  if (burst >= enough) return []
  const lost = (1 - obedientShare(rateOf(ratePerMinute, MINUTE, burst))) * 100
  const cost = lost < 1 ? 'less than 1 %' : `about ${Math.round(lost)} %`
  return [
    `plans.${name}: burst = ${burst} is small for rate_per_minute = ${ratePerMinute}. Retry-After is in whole seconds, so a client that waits as told loses ${cost} of its rate. With burst = ${enough} or more it gets all of it.`,
  ]
}
