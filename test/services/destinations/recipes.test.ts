import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Target } from '../../../src/core/watching/destination.ts'
import { DESTINATION_KINDS } from '../../../src/core/watching/destination-kind.ts'
import { createTemplateSend } from '../../../src/services/destinations/channels/template.ts'
import { readProvisioning } from '../../../src/services/destinations/provisioning/read.ts'
import { readTarget } from '../../../src/services/destinations/targets/target.ts'
import { blocksOf, proseOf } from '../../docs/documents.ts'
import { gotify, matrix, pagerduty, telegram } from '../../support/channels/recipes.ts'
import type { StandIn } from '../../support/channels/stand-in.ts'
import { alert, payloadsOf, poster, sendingOf } from './channels/scene.ts'
import { HOSTILE_NAMES, hostileSamples, SAMPLES } from './words/samples.ts'

type Template = Extract<Target, { kind: 'template' }>

/** The channels of docs/alerts.md, by name, as files of them are read. */
const CHANNELS = new Map(
  blocksOf('docs/alerts.md')
    .filter(({ language }) => language === 'json')
    .map(({ text }) => {
      const [one] = readProvisioning(text)
      if (typeof one !== 'object' || !('entry' in one)) throw new Error(`${text} ${JSON.stringify(one)}`)
      return [one.entry.name, one.entry] as const
    }),
)
const RECIPES = new Map([...CHANNELS].filter(([, { target }]) => target.kind === 'template'))

function targetOf(name: string): Template {
  const target = RECIPES.get(name)?.target
  if (target?.kind !== 'template') throw new Error(name)
  return target
}

const servers: Record<string, StandIn> = {
  Telegram: telegram(),
  Gotify: gotify(),
  PagerDuty: pagerduty(),
  Matrix: matrix(),
}
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())))
beforeEach(() => {
  for (const server of Object.values(servers)) server.taken.length = 0
})

const send = createTemplateSend({ poster })
const names = Object.keys(servers)

test.each([...CHANNELS])('%s of the docs leads somewhere', (_name, { target }) => {
  expect(readTarget(target)).toMatchObject({ shown: expect.stringMatching(/^https:/) })
})

test('the docs name every field that a file of channels may have, and of which kinds', () => {
  const rows = proseOf('docs/alerts.md').map(({ text }) => text.split('|').map((cell) => cell.trim()))
  const from = rows.findIndex(([, field, of]) => field === 'field' && of === 'of')
  const named = rows.slice(
    from + 2,
    rows.findIndex((cells, at) => at > from && cells.length < 3),
  )
  const fieldsOf = (kind: string) => {
    const [one] = readProvisioning(JSON.stringify({ name: 'x', kind, nothing: 1 }))
    const problem = typeof one === 'object' && 'problem' in one ? one.problem : ''
    return (/Its fields: (.*)\.$/.exec(problem)?.[1] ?? '').split(', ').toSorted()
  }
  const documented = (kind: string) =>
    named
      .filter(([, , of = '']) =>
        of === 'all but `email`' ? kind !== 'email' : of === 'all' || of.includes(kind),
      )
      .flatMap(([, fields = '']) => fields.split(', ').map((field) => field.replaceAll('`', '')))
      .toSorted()
  for (const kind of DESTINATION_KINDS)
    expect({ kind, fields: documented(kind) }).toEqual({ kind, fields: fieldsOf(kind) })
})

test('every recipe of the docs has a server that judges it', () => {
  expect([...RECIPES.keys()].toSorted()).toEqual(names.toSorted())
})

describe.each(names)('%s', (name) => {
  const server = servers[name]
  if (!server) throw new Error(name)
  const target = targetOf(name)
  const here: Template = { ...target, url: target.url.replace(/^https:\/\/[^/]+/, server.origin) }

  test('is taken as a target', () => {
    expect(readTarget(target)).toEqual({ target, shown: new URL(target.url).origin })
  })

  test('takes every event', async () => {
    for (const payload of payloadsOf(SAMPLES)) {
      const sent = await send(sendingOf(here, payload))
      expect({ type: payload.type, body: sent.response?.body, outcome: sent.outcome }).toMatchObject({
        outcome: 'delivered',
      })
    }
    expect(server.taken).toHaveLength(SAMPLES.length)
  })

  test('takes events whatever strangers call themselves', async () => {
    for (const text of HOSTILE_NAMES) {
      for (const payload of payloadsOf(hostileSamples(text))) {
        const sent = await send(sendingOf(here, payload))
        expect({ text, type: payload.type, body: sent.response?.body, outcome: sent.outcome }).toMatchObject({
          outcome: 'delivered',
        })
      }
    }
  })

  test('a server that refuses is heard, and no key is shown', async () => {
    const wrong: Template = {
      ...here,
      url: here.url.replace('AAAAA', 'BB'),
      headers: Object.fromEntries(Object.keys(here.headers).map((key) => [key, 'wrong-key-of-mine'])),
      body: here.body.replace(/0{32}/, 'wrong-key-of-mine'),
    }
    const sent = await send(sendingOf(wrong))
    expect(sent.outcome).toBe('refused')
    expect(JSON.stringify(sent)).not.toMatch(/wrong-key-of-mine|123456789:/)
  })
})

test('PagerDuty: an alert opens an incident, and the recovery resolves that one', async () => {
  const server = servers['PagerDuty']
  const target = targetOf('PagerDuty')
  const here = { ...target, url: `${server?.origin}/v2/enqueue` }
  const [opens, , ends] = payloadsOf(SAMPLES.filter(({ type }) => type.startsWith('monitor.')))
  if (!opens || !ends) throw new Error('no samples')
  await send(sendingOf(here, opens))
  await send(sendingOf(here, ends))
  expect(server?.taken.map(({ json }) => [json['event_action'], json['dedup_key']])).toEqual([
    ['trigger', 'mon_1'],
    ['resolve', 'mon_1'],
  ])
})

test('Matrix: what is sent twice is shown once', async () => {
  const server = matrix()
  const target = targetOf('Matrix')
  const here = { ...target, url: target.url.replace(/^https:\/\/[^/]+/, server.origin) }
  await send(sendingOf(here, alert()))
  await send(sendingOf(here, alert()))
  expect(server.taken).toHaveLength(2)
  expect(server.rooms.size).toBe(1)
  await server.stop()
})
