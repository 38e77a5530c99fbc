import { once } from '../../../core/making/once.ts'
import fileHosts from '../../data/file-hosts.json' with { type: 'json' }
import freemail from '../../data/freemail.json' with { type: 'json' }
import { FREEMAIL_ADDITIONS } from '../../data/freemail-additions.ts'
import { ONE_SITE_SHORTENERS, SHORTENER_OWNERS, TRACKING_HOSTS } from '../../data/link-services.ts'
import sendingPlatforms from '../../data/sending-platforms.json' with { type: 'json' }
import shorteners from '../../data/shorteners.json' with { type: 'json' }
import { remembered } from '../remembered.ts'
import { organisationOf } from './sender-domain.ts'

const MOST_LABELS = 10

/** Anybody can have a mailbox at this very domain, lower case. */
export const isFreemail: (domain: string) => boolean = remembered((domain) => {
  return freemails().exact.has(domain) || freemails().patterns.some((pattern) => pattern.test(domain))
})

const freemails = once(() => splitPatterns([...freemail.domains, ...FREEMAIL_ADDITIONS]))

/** The host shortens addresses of any site; `sender` is the organisation of From, whose own service does not count. */
export function isShortener(host: string, sender: string | undefined): boolean {
  const name = host.replace(/^www\./, '')
  const listed = namesAbove(name).some((above, i) => shorteningHosts().has(i === 0 ? above : `*.${above}`))
  return listed && (sender === undefined || !SHORTENER_OWNERS[name]?.includes(sender))
}

const shorteningHosts = once(
  () => new Set(shorteners.domains.filter((name) => !ONE_SITE_SHORTENERS.has(name))),
)

/** Links lead through this host so that clicks are counted or gateways can examine them, whoever the sender is. */
export const isTrackingHost: (host: string) => boolean = remembered((host) => {
  const names = namesAbove(host)
  return names.some((name) => trackers().exact.has(name)) || isByPattern(organisationOf(host) ?? host)
})

const ON_THE_WAY = new Set(['sending', 'gateway'])
const trackers = once(() =>
  splitPatterns([
    ...TRACKING_HOSTS,
    ...sendingPlatforms.platforms
      .filter(({ kind }) => ON_THE_WAY.has(kind))
      .flatMap(({ domains }) => domains),
  ]),
)
const isByPattern = (name: string) => trackers().patterns.some((pattern) => pattern.test(name))

/** The service where anybody can put up the file or page that this host serves. Absent: it is none of those known. */
export const fileHostOf: (host: string) => string | undefined = remembered((host) => {
  return namesAbove(host).find((name) => hostsOfFiles().has(name))
})

const hostsOfFiles = once(() => new Set(fileHosts.domains))

/** a.b.c: itself, b.c, c. */
function namesAbove(name: string): string[] {
  const labels = name.split('.').slice(-MOST_LABELS)
  return labels.map((_, i) => labels.slice(i).join('.'))
}

/** Names with a `*` become expressions: it stands for any letters of one label. */
function splitPatterns(names: readonly string[]): { exact: Set<string>; patterns: RegExp[] } {
  const isPattern = (name: string) => name.includes('*')
  const patterns = names
    .filter(isPattern)
    .map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[a-z0-9-]{0,63}')}$`))
  return { exact: new Set(names.filter((name) => !isPattern(name))), patterns }
}
