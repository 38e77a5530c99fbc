import type { Config } from '../../config/config.ts'
import type { OneClickOffer, OneClickOutcome } from '../../core/unsubscribing/one-click.ts'
import { offerOfMessage } from '../../mail/content/list-unsubscribe/one-click-offer.ts'
import { parseMessage } from '../../mail/reading/parse.ts'
import type { Poster } from '../../net/post-ports.ts'
import { sendOneClick } from '../../services/unsubscribing/request.ts'
import { messageOf } from '../file-message.ts'
import { openOneClickPoster } from './one-click-poster.ts'

/** The one-click request of a message in a file. */
export interface OneClickOfFile {
  offer: OneClickOffer
  /** Sends it, once. */
  send(): Promise<OneClickOutcome>
}

/** Reads the request; nothing is sent until it is said so. */
export function oneClickOfFile(
  config: Pick<Config, 'dns' | 'smtp'>,
  file: Uint8Array,
  poster: Poster = openOneClickPoster(config),
): OneClickOfFile {
  const offer = offerOfMessage(parseMessage(messageOf(file)))
  return {
    offer,
    async send() {
      if (offer.kind === 'none') throw new Error('There is no request to send.')
      return sendOneClick(poster, offer.url)
    },
  }
}
