import type { Config } from '../../config/config.ts'
import { oneClickOffer } from '../../mail/content/list-unsubscribe/one-click-offer.ts'
import type { MailTests } from '../../services/mail-tests/mail-tests.ts'
import { createUnsubscribing, type Unsubscribing } from '../../services/unsubscribing/unsubscribing.ts'
import type { Shared } from '../parts.ts'
import { openOneClickPoster } from './one-click-poster.ts'

/** One-click unsubscribing, really tried where somebody asks for it. */
export function openUnsubscribing(
  config: Config,
  shared: Pick<Shared, 'store' | 'rules' | 'clock' | 'limits' | 'log'>,
  mailTests: Pick<MailTests, 'read' | 'readMessageView'>,
): Unsubscribing {
  return createUnsubscribing({
    ...shared,
    mailTests,
    offerOf: oneClickOffer,
    poster: openOneClickPoster(config),
    mailDomain: config.smtp.domain,
  })
}
