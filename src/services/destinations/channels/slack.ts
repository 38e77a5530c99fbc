import type { Poster } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import type { EventWords } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'
import { cut, fitted } from './fitted.ts'
import { misplaced, post } from './post.ts'

/** Of a section and of a header block; of `text` Mattermost takes 16,383. */
const MOST_SECTION = 3_000
const MOST_HEADER = 150
const MOST_TEXT = 6_000

/** Sends to incoming webhooks of Slack and of servers that take the same. */
export function createSlackSend({ poster }: { poster: Poster }): Send {
  return async (sending) => {
    const { target, payload } = sending
    if (target.kind !== 'slack') return misplaced(sending)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(slackMessage(wordsOfEvent(payload)))
    return post(
      poster,
      sending,
      { url: target.url, method: 'POST', headers, body },
      {
        shows: ['content-type'],
        means: ({ status, body: answer }) =>
          MEANINGS[answer.trim()] ?? (status === 410 ? { gone: true } : {}),
      },
    )
  }
}

const MEANINGS: Readonly<Record<string, { says: string; gone?: true }>> = {
  no_service: { says: 'Slack answers that the webhook was removed or turned off. Make a new one.' },
  no_team: { says: 'Slack answers that there is no such workspace. Make a new webhook.' },
  invalid_token: { says: 'Slack does not know the webhook. Enter its URL again.' },
  action_prohibited: { says: 'An administrator of the workspace does not allow the webhook to post.' },
  channel_not_found: { says: 'Slack answers that the channel is not there any more. Make a new webhook.' },
  channel_is_archived: { says: 'The channel was archived. Make a webhook for another one.', gone: true },
  posting_to_general_channel_denied: { says: 'The workspace does not allow webhooks to post to #general.' },
}

/** The message: blocks for Slack, and all of it as text for notifications and for servers that have no blocks. */
export function slackMessage({ title, lines, link }: EventWords): object {
  const body = fitted(lines, MOST_SECTION)
  return {
    text: [escaped(title), fitted(lines.map(escaped), MOST_TEXT), ...(link ? [linkOf(link)] : [])]
      .filter((part) => part !== '')
      .join('\n'),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plainText(cut(title, MOST_HEADER)) },
      ...(body === '' ? [] : [{ type: 'section', text: plainText(body) }]),
      ...(link ? [{ type: 'section', text: { type: 'mrkdwn', text: linkOf(link), verbatim: true } }] : []),
    ],
  }
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

const linkOf = ({ label, url }: NonNullable<EventWords['link']>) =>
  `<${escaped(url).replaceAll('|', '%7C')}|${label}>`

/** What begins mentions, links and references in Slack; and links in the Markdown of other servers. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('](', '] (')
