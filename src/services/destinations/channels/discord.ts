import type { Poster } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import type { EventWords, Severity } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'
import { cut, fitted } from './fitted.ts'
import { jsonOf, misplaced, post } from './post.ts'

/** Of an embed; all of its texts together may have 6,000. */
const MOST_TITLE = 256
const MOST_DESCRIPTION = 4_000

const COLOURS: Readonly<Record<Severity, number>> = {
  critical: 0xc0392b,
  warning: 0xd68910,
  info: 0x2e6da4,
  good: 0x1e8449,
}
/** Discord's code for a webhook that was deleted. */
const UNKNOWN_WEBHOOK = 10015

/** Sends to webhooks of Discord channels. */
export function createDiscordSend({ poster }: { poster: Poster }): Send {
  return async (sending) => {
    const { target, payload } = sending
    const url = target.kind === 'discord' ? URL.parse(target.url) : null
    if (!url) return misplaced(sending)
    // Without it a message that is not kept is answered like one that is.
    url.searchParams.set('wait', 'true')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(discordMessage(wordsOfEvent(payload), payload.timestamp))
    return post(
      poster,
      sending,
      { url: url.href, method: 'POST', headers, body },
      {
        shows: ['content-type'],
        means({ status, body: answer }) {
          const { code } = jsonOf(answer)
          if (status !== 404 || code !== UNKNOWN_WEBHOOK) return {}
          return { says: 'Discord answers that the webhook was deleted. Make a new one.', gone: true }
        },
      },
    )
  }
}

/** The message: one embed that mentions nobody. */
export function discordMessage({ title, lines, link, severity }: EventWords, timestamp: string): object {
  const description = fitted(lines.map(escaped), MOST_DESCRIPTION)
  return {
    embeds: [
      {
        title: cut(escaped(title), MOST_TITLE),
        ...(description !== '' && { description }),
        ...(link && { url: link.url }),
        color: COLOURS[severity],
        timestamp,
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

/** What is Markdown, a mention, an emoji or a timestamp in Discord. */
const escaped = (text: string): string =>
  text.replace(/[\\*_~`|<>[\]()#:@]/g, '\\$&').replace(/^(\s*)([-+]|\d+\.)(?=\s)/, '$1\\$2')
