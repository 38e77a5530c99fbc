import { type Authentication, authenticate } from '../mail/authentication/authenticate.ts'
import { judgeKey } from '../mail/authentication/dkim/key.ts'
import { discoverDmarc } from '../mail/authentication/dmarc/record.ts'
import { walkSpf } from '../mail/authentication/spf/tree.ts'
import { judgeClientSupport } from '../mail/content/client-support/verdict.ts'
import { judgeLinks, readLinks } from '../mail/content/links/claims.ts'
import { viewHeader } from '../mail/message/headers/header-view.ts'
import { judgeProviders } from '../mail/providers/matrix.ts'
import { observe } from '../mail/providers/observe.ts'
import { judgeKind } from '../mail/reading/kind/kind.ts'
import { extractLinks } from '../mail/reading/links/links.ts'
import { measureHidden } from '../mail/reading/markup/hidden.ts'
import { parseHtml } from '../mail/reading/markup/html.ts'
import { readStructure } from '../mail/reading/structure/structure.ts'
import { askLists } from '../mail/server/blocklists/ask.ts'
import { readPath } from '../mail/server/delivery-path/delivery-path.ts'
import { senderDomains as senderDomainsOf } from '../mail/server/domain-blocklist/sender-domains.ts'
import { judgeHelo } from '../mail/server/helo/helo.ts'
import { lookUpReturnDomains } from '../mail/server/mx/return-domains.ts'
import { lookUpReverse } from '../mail/server/reverse-dns/reverse-dns.ts'
import { judgeWithholding } from '../mail/withholding/withholding.ts'
import type { DnsShare } from '../net/ports.ts'
import type { AnalysisContext, AnalysisPorts, Facts } from './context.ts'

/** A message whose header was changed after it was signed: its signatures are judged as if it had been signed again. */
export interface Held {
  /** The bytes that were signed. */
  raw: Uint8Array
  /** Names of the changed fields, lower case: what signs the message signs them too. */
  fields: readonly string[]
}

type Given = Pick<AnalysisContext, 'raw' | 'envelope' | 'message' | 'client' | 'settings' | 'clock'> & {
  held?: Held
  /** Analyzers that are not run: they killed their process in an earlier try. */
  leaveOut?: readonly string[]
  /** Facts of the very same message that are known from an earlier judgement. */
  earlier?: Partial<Facts>
}

/** The facts of one message, each computed at first use; questions for them are asked in their own share. */
export function gatherFacts(given: Given, { questions, began }: AnalysisPorts): Facts {
  const { raw, envelope, message, client, settings, clock, held, leaveOut = [], earlier = {} } = given
  const share = (name: DnsShare, step: string = name) => questions.share(name, () => began(step))

  const structure = earlier.structure ?? once(() => readStructure(raw))
  const header = once(() => viewHeader(message, structure().header, envelope, clock.now()))
  const html = earlier.html ?? once(() => (message.html === undefined ? undefined : parseHtml(message.html)))
  const hiddenText =
    earlier.hiddenText ??
    once(() => {
      const document = html()
      return document && measureHidden(document.root)
    })
  const clientSupport =
    earlier.clientSupport ??
    once(() => {
      const document = html()
      return document && judgeClientSupport(document)
    })
  const links = earlier.links ?? once(() => extractLinks(html(), message.text))
  const kind = earlier.kind ?? once(() => judgeKind(message, html(), links(), settings.ownerWord?.kind))
  const linksRead = earlier.linksRead ?? once(() => readLinks({ links: links(), html: html(), kind: kind() }))
  const judgedLinks = once(() =>
    judgeLinks(linksRead(), { message, mailFrom: envelope.mailFrom ?? '' }, share('link-names', 'links')),
  )
  const withholding = earlier.withholding ?? once(() => judgeWithholding(message, html(), links(), raw))
  const path = once(() => readPath(message, envelope, settings.hostname))
  const authentication = once(async () => {
    const outcome = await authenticate({
      raw: held?.raw ?? raw,
      envelope,
      dns: { spf: share('spf'), dkim: share('dkim'), dmarc: share('dmarc') },
      now: clock.now(),
      hostname: settings.hostname,
    })
    return held ? signedWith(held.fields, outcome) : outcome
  })
  const spfTree = once(async () => {
    const { spf } = await authentication()
    const domain = spf?.domain || domainOf(envelope.mailFrom) || undefined
    return domain === undefined
      ? undefined
      : walkSpf(domain, { resolver: share('spf'), ...spfIdentity(given) })
  })
  const dkimKeys = once(async () => {
    const { dkim } = await authentication()
    const selectors = new Map(
      dkim.map(({ domain, selector }) => [`${selector} ${domain}`, { domain, selector }]),
    )
    return Promise.all(
      [...selectors.values()].map(({ domain, selector }) => judgeKey(domain, selector, share('dkim'))),
    )
  })
  const dmarc = once(async () => {
    const { domain } = (await authentication()).dmarc
    return domain ? discoverDmarc(domain, share('dmarc')) : undefined
  })
  const reverseDns = once(async () =>
    client.kind === 'public' || client.kind === 'demo'
      ? lookUpReverse(client.address, share('server'))
      : undefined,
  )
  const heloReport = once(async () => {
    if (envelope.helo === undefined || client.kind === 'hidden') return undefined
    const address = client.kind === 'unknown' ? undefined : client.address
    return judgeHelo(envelope.helo, address, settings.hostname, share('server', 'helo'))
  })
  const addressListings = once(async () => {
    const lists = settings.lists.filter((list) => list.kind !== 'domain')
    return client.kind === 'public'
      ? askLists(lists, settings.listStates, [client.address], share('ip-lists', 'blocklist'))
      : []
  })
  const returnDomains = once(() =>
    lookUpReturnDomains(
      { ...message, mailFrom: envelope.mailFrom },
      share('server', 'mx'),
      settings.demoDomain,
    ),
  )
  const senderDomains = once(async () => {
    const [{ dkim }, reverse] = await Promise.all([authentication(), reverseDns()])
    const { mailFrom, helo } = envelope
    return senderDomainsOf({ from: message.from, mailFrom, helo, dkim, reverse })
  })
  const providers = once(async () => {
    const { ownerWord } = settings
    const seen = await observe({ message, envelope, client: client.kind, ...known }, leaveOut)
    return judgeProviders(seen, { kind: kind().kind, bulk: ownerWord?.bulk ?? false })
  })
  const known = {
    structure,
    header,
    html,
    hiddenText,
    clientSupport,
    links,
    kind,
    linksRead,
    judgedLinks,
    withholding,
    path,
    authentication,
    spfTree,
    dkimKeys,
    dmarc,
    reverseDns,
    heloReport,
    addressListings,
    returnDomains,
    senderDomains,
  }
  return { ...known, providers }
}

function signedWith(fields: readonly string[], outcome: Authentication): Authentication {
  const withFields = (signed: readonly string[]) => [
    ...signed,
    ...fields.filter((field) => !signed.includes(field)),
  ]
  return {
    ...outcome,
    dkim: outcome.dkim.map((one) => ({ ...one, signedHeaders: withFields(one.signedHeaders) })),
  }
}

function spfIdentity({ client, envelope }: Given) {
  return {
    ...(client.kind !== 'unknown' && { clientAddress: client.address }),
    ...(envelope.mailFrom && { sender: envelope.mailFrom }),
    ...(envelope.helo !== undefined && { helo: envelope.helo }),
  }
}

function domainOf(address: string | undefined): string {
  return address?.slice(address.lastIndexOf('@') + 1).toLowerCase() ?? ''
}

/** Computes at the first call and hands the same value (or promise, or fault) to every later one. */
function once<T>(compute: () => T): () => T {
  let made: { value: T } | { fault: unknown } | undefined
  return () => {
    made ??= attempt(compute)
    if ('fault' in made) throw made.fault
    return made.value
  }
}

function attempt<T>(compute: () => T): { value: T } | { fault: unknown } {
  try {
    return { value: compute() }
  } catch (fault) {
    return { fault }
  }
}
