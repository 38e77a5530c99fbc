import type { Envelope } from '../../core/message.ts'
import type { DkimKeyReport } from '../authentication/dkim/key.ts'
import type { DmarcDiscovery } from '../authentication/dmarc/record.ts'
import type { SpfTree } from '../authentication/spf/tree.ts'
import type { Authentication } from '../authentication/verify/outcome.ts'
import type { JudgedLinks } from '../content/links/claims.ts'
import type { HeaderView } from '../message/headers/header-view.ts'
import type { KindVerdict } from '../reading/kind/kind.ts'
import type { Link } from '../reading/links/links.ts'
import type { HiddenText } from '../reading/markup/hidden.ts'
import type { HtmlDocument } from '../reading/markup/html.ts'
import type { ParsedMessage } from '../reading/message.ts'
import type { MessageStructure } from '../reading/structure/structure.ts'
import type { ListReport } from '../server/blocklists/ask.ts'
import type { HeloReport } from '../server/helo/helo.ts'
import type { ReturnDomains } from '../server/mx/return-domains.ts'
import type { ReverseDns } from '../server/reverse-dns/reverse-dns.ts'
import { cannotBeSeen, type Observed, undetermined } from './observed.ts'

/** What is known of a message when it is held against what providers ask. */
export interface Sight {
  message: ParsedMessage
  envelope: Envelope
  /** hidden: by a proxy or NAT. demo: a sample from this machine. unknown: from a file, or not told by whoever handed it on. */
  client: 'public' | 'hidden' | 'demo' | 'unknown'
  structure(): MessageStructure
  header(): HeaderView
  html(): HtmlDocument | undefined
  hiddenText(): HiddenText | undefined
  links(): Link[]
  kind(): KindVerdict
  judgedLinks(): Promise<JudgedLinks>
  authentication(): Promise<Authentication>
  spfTree(): Promise<SpfTree | undefined>
  dkimKeys(): Promise<DkimKeyReport[]>
  dmarc(): Promise<DmarcDiscovery | undefined>
  reverseDns(): Promise<ReverseDns | undefined>
  heloReport(): Promise<HeloReport | undefined>
  addressListings(): Promise<ListReport[]>
  returnDomains(): Promise<ReturnDomains>
}

export const NO_ANSWER = 'a DNS question got no answer'

/** Why something of the sender's host or session cannot be seen. */
export function notSeen({ through }: Envelope): Observed {
  return cannotBeSeen(
    through?.kind === 'relay' ? 'a mail server in front of this one hides it' : 'not known from a file',
  )
}

/** Why nothing is known of the sending host; absent: it is known. */
export function withoutHost({ client, envelope }: Sight): Observed | undefined {
  if (client === 'unknown') return notSeen(envelope)
  return client === 'hidden' ? undetermined("a proxy or NAT hides the sender's address") : undefined
}
