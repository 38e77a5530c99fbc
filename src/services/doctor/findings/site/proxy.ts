import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok, problem, unknown } from '../../finding.ts'
import { AFTER_SITE } from '../../next-steps.ts'

const EVERYBODY = ['0.0.0.0/0', '::/0']

export const proxy: Inquiry<Context> = {
  id: 'proxy-headers',
  title: 'Reverse proxy',
  read: 'docs/operating.md#proxy-headers',
  ofHost: true,
  needs: ['site.base_url', 'http.trusted_proxies'],
  async look({ settings, front }) {
    if (settings.evaluation) return undefined
    const believed = settings.trustedProxies.find((block) => EVERYBODY.includes(block))
    if (believed !== undefined) {
      return problem(
        `http.trusted_proxies holds ${believed}: whoever reaches http.listen may claim any address.`,
        inConfig('Name the proxy alone:', 'http', 'trusted_proxies = ["127.0.0.1"]'),
      )
    }
    if (!settings.baseUrl.startsWith('https:')) return undefined
    const seen = await front()
    if (seen.kind !== 'own')
      return unknown('No request could be sent through the proxy from here.', AFTER_SITE)
    const { peer, trusted, forwarded } = seen.facts
    if (trusted && forwarded)
      return ok(`Requests arrive from ${peer}, which is trusted, with X-Forwarded-For.`)
    if (forwarded) {
      return problem(
        `Requests arrive from ${peer}, which http.trusted_proxies does not name: all visitors count as one, and share its limits.`,
        inConfig(
          'Name the proxy in mailgauge.toml, then systemctl reload mailgauge:',
          'http',
          `trusted_proxies = ["${peer}"]`,
        ),
      )
    }
    return attention(
      `Requests arrive from ${peer} without X-Forwarded-For: all visitors count as one, and share its limits.`,
      {
        says: 'Let the proxy add the header. Caddy does so by itself; for nginx:',
        kind: 'proxy',
        lines: [
          'proxy_set_header Host $host;',
          'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
          'proxy_set_header X-Forwarded-Proto $scheme;',
        ],
      },
      ...(trusted
        ? []
        : [inConfig('And name it in mailgauge.toml:', 'http', `trusted_proxies = ["${peer}"]`)]),
    )
  },
}
