import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Target } from '../../../../src/core/watching/destination.ts'
import { createDiscordSend } from '../../../../src/services/destinations/channels/discord.ts'
import { createNtfySend } from '../../../../src/services/destinations/channels/ntfy.ts'
import { createSlackSend } from '../../../../src/services/destinations/channels/slack.ts'
import { createTeamsSend } from '../../../../src/services/destinations/channels/teams.ts'
import type { Send } from '../../../../src/services/destinations/sending.ts'
import { discord } from '../../../support/channels/discord.ts'
import { NTFY_TOKEN, ntfy } from '../../../support/channels/ntfy.ts'
import { mattermost, slack } from '../../../support/channels/slack.ts'
import type { StandIn } from '../../../support/channels/stand-in.ts'
import { teams } from '../../../support/channels/teams.ts'
import { HOSTILE_NAMES, hostileSamples, SAMPLES } from '../words/samples.ts'
import { alert, payloadsOf, poster, sendingOf } from './scene.ts'

const SECRETS = /XXXXsecretXXXX|aSecret-Token_of68|secretSignature|my-secret-topic|tk_agqdq/

interface Channel {
  name: string
  server: StandIn
  send: Send
  target: Target
  /** The same kind at an address that the server does not know. */
  wrong: Target
}

const servers = { slack: slack(), mattermost: mattermost(), discord: discord(), teams: teams(), ntfy: ntfy() }
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())))
beforeEach(() => {
  for (const { taken, asked } of Object.values(servers)) {
    taken.length = 0
    asked.length = 0
  }
})

const at = (server: keyof typeof servers, path: string) => `${servers[server].origin}${path}`
const CHANNELS: Channel[] = [
  {
    name: 'Slack',
    server: servers.slack,
    send: createSlackSend({ poster }),
    target: { kind: 'slack', url: at('slack', '/services/T000/B000/XXXXsecretXXXX') },
    wrong: { kind: 'slack', url: at('slack', '/services/T000/B000/gone') },
  },
  {
    name: 'Mattermost',
    server: servers.mattermost,
    send: createSlackSend({ poster }),
    target: { kind: 'slack', url: at('mattermost', '/hooks/abcdefghijklmnopqrstuvwxyz') },
    wrong: { kind: 'slack', url: at('mattermost', '/hooks/none') },
  },
  {
    name: 'Discord',
    server: servers.discord,
    send: createDiscordSend({ poster }),
    target: { kind: 'discord', url: at('discord', '/api/webhooks/123456789012345678/aSecret-Token_of68') },
    wrong: { kind: 'discord', url: at('discord', '/api/webhooks/1/gone') },
  },
  {
    name: 'Teams',
    server: servers.teams,
    send: createTeamsSend({ poster }),
    target: {
      kind: 'teams',
      url: at('teams', '/workflows/ab12/triggers/manual/paths/invoke?api-version=1&sig=secretSignature'),
    },
    wrong: { kind: 'teams', url: at('teams', '/workflows/ab12/triggers/manual/paths/invoke?sig=other') },
  },
  {
    name: 'ntfy',
    server: servers.ntfy,
    send: createNtfySend({ poster }),
    target: { kind: 'ntfy', url: at('ntfy', '/my-secret-topic') },
    wrong: { kind: 'ntfy', url: at('ntfy', '/closed') },
  },
]

describe.each(CHANNELS.map((channel) => [channel.name, channel] as const))('%s', (_name, channel) => {
  const { server, send, target, wrong } = channel

  test('takes every event, and nothing secret stands in what is told of it', async () => {
    for (const payload of payloadsOf(SAMPLES)) {
      const sent = await send(sendingOf(target, payload))
      expect({ type: payload.type, ...sent }).toMatchObject({ type: payload.type, outcome: 'delivered' })
      expect(JSON.stringify(sent)).not.toMatch(SECRETS)
      expect(sent.request.url).toBe(server.origin)
    }
    expect(server.taken).toHaveLength(SAMPLES.length)
  })

  test('takes events whatever strangers call themselves', async () => {
    for (const name of HOSTILE_NAMES) {
      for (const payload of payloadsOf(hostileSamples(name))) {
        const sent = await send(sendingOf(target, payload))
        expect({ name, type: payload.type, says: sent.says }).toMatchObject({
          says: expect.stringMatching(/^Delivered/),
        })
      }
    }
  })

  test('an address that is not known is refused, in a sentence without it', async () => {
    const sent = await send(sendingOf(wrong))
    expect(sent.outcome).toBe('refused')
    expect(sent.says).not.toContain('/')
    expect(server.taken).toHaveLength(0)
  })

  test('what the server repeats of the address is masked', async () => {
    const url = target.kind === 'email' ? '' : target.url
    const echo = `${url} ${decodeURIComponent(new URL(url).pathname)} ${new URL(url).search}`
    server.next({ status: 500, body: `no such thing: ${echo}`, headers: { location: url, 'x-echo': echo } })
    const sent = await send(sendingOf(target))
    expect(sent.response?.status).toBe(500)
    expect(JSON.stringify(sent)).not.toMatch(SECRETS)
    expect(JSON.stringify(sent)).not.toContain('abcdefghijklmnopqrstuvwxyz')
  })

  test('a limit is told with how long to wait, a redirect is a failure, 410 is the end', async () => {
    server.next({ status: 429, body: 'slow down', headers: { 'retry-after': '30' } })
    expect(await send(sendingOf(target))).toMatchObject({ outcome: 'refused', retryAfterMs: 30_000 })
    server.next({ status: 302, headers: { location: 'https://elsewhere.example/' } })
    expect(await send(sendingOf(target))).toMatchObject({ outcome: 'refused' })
    server.next({ status: 410, body: 'gone' })
    expect(await send(sendingOf(target))).toMatchObject({ outcome: 'refused', gone: true })
    expect(server.taken).toHaveLength(0)
  })

  test('a server that is not there is not reached', async () => {
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const { port } = closed
    await closed.stop(true)
    if (target.kind === 'email') throw new Error('no URL')
    const gone = { ...target, url: target.url.replace(/:\d+\//, `:${port}/`) }
    expect(await send(sendingOf(gone))).toMatchObject({ outcome: 'unreached' })
  })

  test('a target of another kind is not sent to', async () => {
    expect(await send(sendingOf({ kind: 'webhook', url: server.origin }))).toMatchObject({
      outcome: 'unreached',
    })
    expect(server.asked).toHaveLength(0)
  })
})

const last = (server: StandIn) => server.taken.at(-1)?.json ?? {}
const hostile = (name: string, type: string) => {
  const [payload] = payloadsOf(hostileSamples(name).filter((event) => event.type === type))
  if (!payload) throw new Error(type)
  return payload
}

describe('Slack', () => {
  const [channel] = CHANNELS
  if (!channel) throw new Error('no channel')
  const send = (payload = alert()) => channel.send(sendingOf(channel.target, payload))

  test('has a header, plain texts and our own link', async () => {
    await send()
    expect(last(servers.slack)).toEqual({
      text: 'DKIM failed and 1 more: Newsletter\nThe check DKIM failed: The message has no DKIM signature.\nThe score is 6.1; at least 8.0 is expected.\nNot as expected since 23 Nov 2026, 08:00 UTC.\nOpen the report of the last message: the check says what to fix.\n<https://mailgauge.example.org/monitors/mon_1|Open the monitor>',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: 'DKIM failed and 1 more: Newsletter', emoji: false },
        },
        {
          type: 'section',
          text: {
            type: 'plain_text',
            text: 'The check DKIM failed: The message has no DKIM signature.\nThe score is 6.1; at least 8.0 is expected.\nNot as expected since 23 Nov 2026, 08:00 UTC.\nOpen the report of the last message: the check says what to fix.',
            emoji: false,
          },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '<https://mailgauge.example.org/monitors/mon_1|Open the monitor>',
            verbatim: true,
          },
        },
      ],
    })
  })

  test('names are neither mentions nor links, in Slack and in Mattermost', async () => {
    for (const name of HOSTILE_NAMES) {
      await send(hostile(name, 'monitor.alert'))
      const text = String(last(servers.slack)['text'])
      const [ours, ...others] = [...text.matchAll(/<[^>]*>/g)].map(([all]) => all)
      expect({ name, ours, others }).toEqual({
        name,
        ours: '<https://mailgauge.example.org/monitors/mon_1|Open the monitor>',
        others: [],
      })
      expect(text).not.toMatch(/(^|[^\p{L}\p{N}])@(channel|all|here|everyone)|\]\(/u)
      expect(text.match(/:\/\//g)).toHaveLength(1)
    }
  })

  test('a webhook of an archived channel is gone', async () => {
    servers.slack.next({ status: 410, body: 'channel_is_archived' })
    expect(await send()).toMatchObject({
      gone: true,
      says: 'The channel was archived. Make a webhook for another one.',
    })
  })
})

describe('Discord', () => {
  const channel = CHANNELS[2]
  if (!channel) throw new Error('no channel')
  const send = (payload = alert()) => channel.send(sendingOf(channel.target, payload))

  test('is asked to confirm, mentions nobody and reads no Markdown in names', async () => {
    await send(hostile('@everyone [a](https://evil.example) **b** <@1>', 'monitor.alert'))
    expect(servers.discord.taken.at(-1)?.path).toEndWith('?wait=true')
    expect(last(servers.discord)).toMatchObject({ allowed_mentions: { parse: [] } })
    const [embed] = last(servers.discord)['embeds'] as { title: string; description: string }[]
    expect(embed?.title).toBe(
      'DKIM failed and 1 more\\: everyone \\[a\\]\\(https\\: //evil.example\\) \\*\\*b\\*\\* \\<1\\>',
    )
  })

  test('a webhook that was deleted is gone', async () => {
    expect(await channel.send(sendingOf(channel.wrong))).toMatchObject({ gone: true })
  })

  test('a limit that is told in the body alone counts', async () => {
    servers.discord.next({ status: 429, body: { message: 'You are being rate limited.', retry_after: 0.65 } })
    expect(await send()).toMatchObject({ outcome: 'refused', retryAfterMs: 650 })
  })
})

describe('ntfy', () => {
  const send = createNtfySend({ poster })

  test('is published as JSON at the root, so that titles are what they are', async () => {
    await send(
      sendingOf({ kind: 'ntfy', url: at('ntfy', '/my-secret-topic') }, hostile('Zoë 山田', 'monitor.alert')),
    )
    expect(servers.ntfy.taken.at(-1)?.path).toBe('/')
    expect(last(servers.ntfy)).toMatchObject({
      topic: 'my-secret-topic',
      title: 'DKIM failed and 1 more: Zoë 山田',
      priority: 4,
      tags: ['rotating_light'],
      click: 'https://mailgauge.example.org/monitors/mon_1',
    })
  })

  test('a token opens a closed topic and is not shown', async () => {
    const sent = await send(sendingOf({ kind: 'ntfy', url: at('ntfy', '/closed'), token: NTFY_TOKEN }))
    expect(sent.outcome).toBe('delivered')
    expect(sent.request.headers).toEqual({ 'content-type': 'application/json', authorization: '***' })
    const refused = await send(
      sendingOf({ kind: 'ntfy', url: at('ntfy', '/closed'), token: 'tk_wrong_token' }),
    )
    expect(refused).toMatchObject({ outcome: 'refused', says: expect.stringContaining('access token') })
    expect(JSON.stringify([sent, refused])).not.toMatch(/tk_/)
  })
})
