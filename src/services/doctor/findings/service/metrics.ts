import { classifyAddress } from '../../../../net/ip.ts'
import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok } from '../../finding.ts'

export const metrics: Inquiry<Context> = {
  id: 'metrics',
  title: 'Metrics',
  read: 'docs/operating.md#metrics',
  ofHost: true,
  needs: ['metrics.listen', 'metrics.token'],
  look({ settings: { metricsListen, metricsToken } }) {
    if (metricsListen.length === 0) return undefined
    const shown = metricsListen.map(
      ({ host = '*', port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`,
    )
    const named = shown.join(', ')
    if (metricsToken) return ok(`Figures are told at ${named} to whoever has metrics.token.`)
    const open = metricsListen.filter(({ host }) => !isInside(host))
    if (open.length === 0) return ok(`Figures are told at ${named}, which is not reached from outside.`)
    return attention(
      `Figures are told at ${named} to everybody who reaches it: how much mail comes, what is refused, how full the disk is.`,
      inConfig('Listen on this machine alone, or ask for a token:', 'metrics', 'listen = ["127.0.0.1:9464"]'),
    )
  },
}

/** Absent: on every address. */
function isInside(host: string | undefined): boolean {
  if (host === undefined) return false
  if (host === 'localhost') return true
  const kind = classifyAddress(host)
  return kind !== undefined && kind !== 'public' && kind !== 'other-special'
}
