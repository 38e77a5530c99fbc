import { spf } from '../../src/analysis/analyzers/authentication/spf.ts'
import { helo } from '../../src/analysis/analyzers/server/helo.ts'
import { mx } from '../../src/analysis/analyzers/server/mx.ts'
import { reverseDns } from '../../src/analysis/analyzers/server/reverse-dns.ts'
import type { Evidence } from '../../src/analysis/context.ts'
import { analyseAgain } from '../../src/analysis/evidence/again.ts'
import { inspect } from '../../src/analysis/inspect.ts'
import { type Analysis, analyse } from '../../src/analysis/pipeline.ts'
import { type Check, changesOf as offeredBy } from '../../src/core/check.ts'
import { type Change, writtenChange } from '../../src/core/fix.ts'
import type { Report } from '../../src/core/report.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { zone as resolverOf } from '../support/zone.ts'
import type { PlainZone } from './pyspf.ts'
import { DOMAIN, type Scene } from './zones.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const CLOCK = { now: () => NOW }
const SETTINGS = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
const MESSAGE = Buffer.from(`From: ann@${DOMAIN}\r\nSubject: Hello\r\n\r\nHello.\r\n`)
/** Those that suggest records of the names in a scene. */
const ANALYZERS = [spf, reverseDns, helo, mx]

/** The report on a message of a scene, with its plan and evidence. */
export async function analysed(scene: Scene, leaveOut: readonly string[] = []): Promise<Analysis> {
  const ports = outside(createRecorder(resolverOf(scene.zone), CLOCK), CLOCK)
  return analyse(
    {
      raw: MESSAGE,
      envelope: envelope({
        clientAddress: scene.client,
        mailFrom: `ann@${DOMAIN}`,
        helo: scene.helo ?? `mail.${DOMAIN}`,
      }),
      settings: SETTINGS,
      leaveOut,
      waitAtMost: 60_000,
    },
    ANALYZERS,
    ports,
  )
}

/** The report on a message of a scene, with its plan. */
export async function reportOf(scene: Scene): Promise<Report> {
  return (await analysed(scene)).report
}

/** The report once more, from evidence that may lack what was not asked in its time. */
export async function reportAgain(evidence: Evidence): Promise<Report> {
  return (await analyseAgain(MESSAGE, evidence, ANALYZERS)).report
}

/** What `check` says of the domain's SPF record. */
export async function inspected(scene: Scene): Promise<Check[]> {
  const ports = outside(createRecorder(resolverOf(scene.zone), CLOCK), CLOCK)
  const subject = { kind: 'domain', name: DOMAIN } as const
  return (await inspect({ subject, settings: SETTINGS, waitAtMost: 60_000 }, ports)).checks
}

type DnsChange = Extract<Change, { kind: 'dns' }>

/** Everything that checks offer to publish. */
export function changesOf(checks: readonly Check[]): DnsChange[] {
  return checks.flatMap(offeredBy).filter((change) => change.kind === 'dns')
}

/** Names and types for which more than one record is offered, in the data or in the words. */
export function contradictions(
  details: readonly Readonly<Record<string, string>>[],
  changes: readonly DnsChange[],
): string[] {
  const found = new Map<string, Set<string>>()
  const note = (key: string, record: string) => found.set(key, (found.get(key) ?? new Set()).add(record))
  for (const change of changes) {
    note(`${change.name} ${change.type} ${kindOf(change.records[0] ?? '')}`, writtenChange(change))
  }
  for (const { records_before: _, ...detail } of details) {
    // What stands there now is told so that it can be taken back; it is no offer.
    for (const line of Object.values(detail).join('\n').split('\n')) {
      const [, name, record] = /(\S+) TXT ("v=.*")/.exec(line) ?? []
      if (name && record) note(`${name} TXT ${kindOf(record)}`, `${name} TXT ${record}`)
    }
  }
  return [...found].flatMap(([key, records]) =>
    records.size > 1 ? [`${key}: ${[...records].join(' | ')}`] : [],
  )
}

function kindOf(record: string): string {
  return /^"?(v=[a-z0-9]+)/i.exec(record)?.[1]?.toLowerCase() ?? ''
}

/** A zone as pyspf is handed it, with changes made. */
export function plainZone(zone: Scene['zone'], changes: readonly Change[] = []): PlainZone {
  const plain = structuredClone(zone) as PlainZone
  for (const change of changes) {
    if (change.kind !== 'dns') continue
    const name = change.name.toLowerCase()
    const records = plain[name] ?? {}
    const begins = change.replaces?.toLowerCase()
    const kept = (records[change.type] ?? []).filter(
      (one) => begins !== undefined && !String(one).toLowerCase().startsWith(begins),
    )
    plain[name] = {
      ...records,
      [change.type]: [...kept, ...change.records.map((one) => read(change.type, one))],
    }
  }
  return plain
}

function read(type: string, record: string): unknown {
  if (type === 'MX') return [Number(record.split(' ')[0]), record.split(' ')[1]?.replace(/\.$/, '')]
  if (type !== 'TXT') return record.replace(/\.$/, '')
  return [...record.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('')
}

/** The scene after these changes. */
export function changed(scene: Scene, changes: readonly Change[]): Scene {
  const named = changes.flatMap((change) => (change.kind === 'smtp' && change.helo ? [change.helo] : []))
  return {
    ...scene,
    zone: plainZone(scene.zone, changes) as Scene['zone'],
    ...(named.length > 0 && { helo: named.at(-1) ?? '' }),
  }
}

/** Steps of a plan that do not bring what they promise, done one after the other. */
export async function brokenPromises(scene: Scene, { checks, plan = [] }: Report): Promise<string[]> {
  const sum = (all: readonly Check[]) => all.reduce((points, { score }) => points + score, 0)
  const broken: string[] = []
  let now = scene
  let points = sum(checks)
  for (const { check, codes, changes, gain } of plan) {
    if (changes.length === 0) continue
    now = changed(now, changes)
    const reached = sum((await analysed(now, ['plan'])).report.checks)
    const won = Math.round((reached - points) * 100) / 100 + 0
    if (gain !== 'unknown' && won !== gain) broken.push(`${check} ${codes}: ${gain} promised, ${won} won`)
    points = reached
  }
  return broken
}
