import type { Poster } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import type { EventWords, Severity } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'
import { fitted, octets } from './fitted.ts'
import { misplaced, post } from './post.ts'

/** A message with everything in it may have 28 KB. */
const MOST_OCTETS = 16_000

const COLOURS: Readonly<Record<Severity, string>> = {
  critical: 'attention',
  warning: 'warning',
  info: 'accent',
  good: 'good',
}

/** Sends to workflows of Teams that begin with a webhook request. */
export function createTeamsSend({ poster }: { poster: Poster }): Send {
  return async (sending) => {
    const { target, payload } = sending
    if (target.kind !== 'teams') return misplaced(sending)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(teamsMessage(wordsOfEvent(payload)))
    return post(
      poster,
      sending,
      { url: target.url, method: 'POST', headers, body },
      {
        shows: ['content-type'],
        means: ({ status }) =>
          status === 401 || status === 403 || status === 404
            ? {
                says: `Teams answered ${status}: the workflow was turned off or deleted, or its URL was made anew. Enter the URL again.`,
              }
            : {},
      },
    )
  }
}

/** The message: an Adaptive Card. Its texts are runs, which no Markdown is read in. */
export function teamsMessage({ title, lines, link, severity }: EventWords): object {
  const shown = fitted(lines, MOST_OCTETS, octets).split('\n')
  const paragraph = (run: object) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', ...run }] })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            paragraph({ text: title, weight: 'bolder', size: 'large', color: COLOURS[severity] }),
            ...shown.filter((text) => text !== '').map((text) => paragraph({ text })),
          ],
          ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
        },
      },
    ],
  }
}
