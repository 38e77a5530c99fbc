import { hostname as machineName } from 'node:os'
import { join } from 'node:path'
import { formatListen, isLoopback, type ListenAddress } from './addresses.ts'
import type { Config, Sections } from './config.ts'
import { DATABASE_RULES } from './rules/database.ts'
import { PEER_RULES } from './rules/peers.ts'
import type { Rule } from './rules/rule.ts'
import { hostNameOf } from './sections/service/host.ts'
import { formatSize } from './units.ts'

/** The sections before the options that follow from others are filled in. */
export type Underived = Omit<
  Sections,
  'site' | 'smtp' | 'anonymous' | 'relay' | 'secrets' | 'dmarc' | 'host'
> & {
  site: Omit<Sections['site'], 'baseUrl'> & { baseUrl?: string }
  smtp: Omit<Sections['smtp'], 'hostname'> & { hostname?: string }
  anonymous: Omit<Sections['anonymous'], 'maxBytes'> & { maxBytes?: number }
  relay: Omit<Sections['relay'], 'port'> & { port?: number }
  secrets: { keyPath?: string }
  host: { name?: string }
  dmarc: Omit<Sections['dmarc'], 'host'> & { host?: string }
}

/** RFC 8314 7.3 for submission; a relay on this machine is a server like any other. */
const RELAY_PORTS = { starttls: 587, implicit: 465, none: 25 } as const satisfies Record<
  Sections['relay']['tls'],
  number
>

/** Fills in what follows from other options, and notes it in the settings. */
export function derive(
  sections: Underived,
  settings: readonly { name: string; written?: unknown }[],
  evaluation: boolean,
): Sections {
  const hostname = sections.smtp.hostname ?? sections.smtp.domain
  const listened = baseUrlOf(sections.http.listen[0], hostname)
  const baseUrl = sections.site.baseUrl ?? (evaluation ? asLocalhost(listened) : listened)
  const maxBytes = sections.anonymous.maxBytes ?? Math.floor(sections.store.maxBytes / 4)
  const port = sections.relay.port ?? RELAY_PORTS[sections.relay.tls]
  const keyPath = sections.secrets.keyPath ?? join(sections.store.directory, 'secrets.key')
  const host = sections.dmarc.host ?? sections.smtp.domain
  const name = sections.host.name ?? hostNameOf(machineName())
  const derived: Readonly<Record<string, unknown>> = {
    'dmarc.host': host,
    'host.name': name,
    'relay.port': port,
    'secrets.key_path': keyPath,
    'smtp.hostname': hostname,
    'site.base_url': baseUrl,
    'anonymous.max_bytes': formatSize(maxBytes),
  }
  for (const setting of settings) setting.written ??= derived[setting.name]
  return {
    ...sections,
    site: { ...sections.site, baseUrl },
    smtp: { ...sections.smtp, hostname },
    anonymous: { ...sections.anonymous, maxBytes },
    relay: { ...sections.relay, port },
    secrets: { keyPath },
    dmarc: { ...sections.dmarc, host },
    host: { name },
  }
}

/** The address people use for a server that listens there; `hostname` stands for every address. */
function baseUrlOf(listen: ListenAddress | undefined, hostname: string): string {
  const { host = hostname, port } = listen ?? { port: 80 }
  const everywhere = host === '0.0.0.0' || host === '::'
  const shownAs = formatListen({ host: everywhere ? hostname : host, port })
  return `http://${port === 80 ? shownAs.slice(0, -':80'.length) : shownAs}`
}

/** An evaluation is opened by name: passkeys (WebAuthn) belong to a name, never to an IP address, and who signed in by one of
 * both is not signed in by the other. */
function asLocalhost(baseUrl: string): string {
  return baseUrl.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')
}

/** What single values cannot show: options that contradict each other. Says nothing about options in doubt. */
export function brokenRules(config: Config, doubtful: ReadonlySet<string>): string[] {
  return RULES.flatMap(({ about, broken }) =>
    about.some((name) => doubtful.has(name)) ? [] : [broken(config)].flat().filter((says) => says !== ''),
  )
}

/** Neither is set without the other. */
function goTogether(one: string, other: string, values: (config: Config) => [unknown, unknown]): Rule {
  return {
    about: [one, other],
    broken(config) {
      const [hasOne, hasOther] = values(config).map((value) => value !== undefined)
      if (hasOne === hasOther) return ''
      return hasOne
        ? `${other}: must be set, because ${one} is.`
        : `${one}: must be set, because ${other} is.`
    },
  }
}

const RULES: readonly Rule[] = [
  goTogether('smtp.tls_cert', 'smtp.tls_key', ({ smtp }) => [smtp.tlsCert, smtp.tlsKey]),
  goTogether('relay.host', 'relay.from', ({ relay }) => [relay.host, relay.from]),
  goTogether('oidc.issuer', 'oidc.client_id', ({ oidc }) => [oidc.issuer, oidc.clientId]),
  {
    about: ['oidc.disable_password', 'oidc.issuer'],
    broken: ({ oidc: { disablePassword, issuer } }) =>
      disablePassword && issuer === undefined
        ? 'oidc.disable_password: oidc.issuer must be set, or nobody could sign in.'
        : '',
  },
  {
    about: ['oidc.scopes', 'oidc.issuer'],
    broken: ({ oidc: { scopes, issuer } }) =>
      issuer !== undefined && !scopes.includes('openid') ? 'oidc.scopes: must hold "openid".' : '',
  },
  {
    about: ['oidc.group_claim', 'oidc.admin_groups', 'oidc.member_groups', 'oidc.viewer_groups'],
    broken: ({ oidc }) =>
      oidc.groupClaim === undefined &&
      [oidc.adminGroups, oidc.memberGroups, oidc.viewerGroups].some((groups) => groups.length > 0)
        ? 'oidc.group_claim: must be set, because groups are.'
        : '',
  },
  goTogether('relay.user', 'relay.password', ({ relay }) => [relay.user, relay.password]),
  goTogether('relay.dkim_key', 'relay.dkim_selector', ({ relay }) => [relay.dkimKey, relay.dkimSelector]),
  {
    about: ['relay.dkim_domain', 'relay.dkim_key'],
    broken: ({ relay: { dkimDomain, dkimKey } }) =>
      dkimDomain !== undefined && dkimKey === undefined
        ? 'relay.dkim_key: must be set, because relay.dkim_domain is.'
        : '',
  },
  {
    about: ['relay.tls', 'relay.host', 'relay.password'],
    broken: ({ relay: { tls, host, port, password } }) =>
      tls === 'none' && password !== undefined && host !== undefined && !isLoopback({ host, port })
        ? `relay.tls: "none" would send relay.password in the clear to ${host}. Use "starttls" or "implicit".`
        : '',
  },
  goTogether('people.admin_email', 'people.admin_password', ({ people }) => [
    people.adminEmail,
    people.adminPassword,
  ]),
  {
    about: ['people.signup', 'relay.host'],
    broken: ({ people, relay }) =>
      people.signup === 'open' && relay.host === undefined
        ? 'people.signup: "open" confirms addresses by mail. Set relay.host and relay.from, or use "invite".'
        : '',
  },
  {
    about: ['people.session_idle', 'people.session_lifetime'],
    broken: ({ people }) =>
      people.sessionIdle > people.sessionLifetime
        ? 'people.session_idle: must not be longer than people.session_lifetime.'
        : '',
  },
  {
    about: ['accounts.default_plan'],
    broken: ({ accounts: { defaultPlan }, plans }) =>
      Object.hasOwn(plans, defaultPlan)
        ? ''
        : `accounts.default_plan: there is no plan "${defaultPlan}"; there are ${Object.keys(plans).join(', ')}.`,
  },
  {
    about: ['smtp.session_memory', 'smtp.max_message'],
    broken: ({ smtp }) =>
      smtp.sessionMemory < smtp.maxMessage
        ? 'smtp.session_memory: must hold at least one message of smtp.max_message.'
        : '',
  },
  {
    about: ['tests.bytes_per_test', 'smtp.max_message'],
    broken: ({ tests, smtp }) =>
      tests.bytesPerTest < smtp.maxMessage
        ? 'tests.bytes_per_test: must hold at least one message of smtp.max_message.'
        : '',
  },
  {
    about: ['anonymous.max_bytes', 'store.max_bytes'],
    broken: ({ anonymous, store }) =>
      anonymous.maxBytes > store.maxBytes
        ? 'anonymous.max_bytes: must not be more than store.max_bytes.'
        : '',
  },
  {
    about: ['http.listen', 'smtp.listen'],
    broken({ http, smtp }) {
      const web = new Set(http.listen.map(formatListen))
      const both = smtp.listen
        .map(formatListen)
        .find((address) => !address.endsWith(':0') && web.has(address))
      return both === undefined ? '' : `smtp.listen: ${both} is also in http.listen.`
    },
  },
  {
    about: ['metrics.listen', 'http.listen', 'smtp.listen'],
    broken({ metrics, http, smtp }) {
      const others = [...http.listen, ...smtp.listen].map(formatListen)
      const both = metrics.listen
        .map(formatListen)
        .find((address) => !address.endsWith(':0') && others.includes(address))
      return both === undefined ? '' : `metrics.listen: ${both} is also in http.listen or smtp.listen.`
    },
  },
  {
    about: ['http.listen'],
    broken: ({ http }) => (http.listen.length === 0 ? 'http.listen: must name at least one address.' : ''),
  },
  {
    about: ['smtp.listen'],
    broken: ({ smtp }) => (smtp.listen.length === 0 ? 'smtp.listen: must name at least one address.' : ''),
  },
  {
    about: ['blocklists.enable', 'blocklists.disable'],
    broken: ({ blocklists: { enable, disable } }) =>
      enable
        .filter((id) => disable.includes(id))
        .map((id) => `blocklists.disable: "${id}" is also in blocklists.enable.`),
  },
  { about: ['http.listen', 'smtp.listen', 'metrics.listen'], broken: beyondLoopback },
  ...PEER_RULES,
  goTogether('store.tls_cert', 'store.tls_key', ({ store }) => [store.tlsCert, store.tlsKey]),
  ...DATABASE_RULES,
]

function beyondLoopback({ evaluation, http, smtp, metrics }: Config): string[] {
  if (!evaluation) return []
  return Object.entries({
    'http.listen': http.listen,
    'smtp.listen': smtp.listen,
    'metrics.listen': metrics.listen,
  }).flatMap(([name, addresses]) =>
    addresses
      .filter((address) => !isLoopback(address))
      .map(
        (address) =>
          `${name}: without a config file Mailgauge listens on this machine only (127.0.0.1 or [::1]), not on ${formatListen(address)}. Write a config file first: mailgauge config init.`,
      ),
  )
}
