import { links } from '../../../src/analysis/analyzers/content/links.ts'
import type { AnalysisSettings } from '../../../src/analysis/context.ts'
import { codesOf } from '../../../src/core/check.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type {
  Answer,
  FetchAnswer,
  FetchRequest,
  MayFollow,
  RecordType,
  Resolver,
} from '../../../src/net/ports.ts'
import { envelope } from '../../support/envelope.ts'
import { contextOf, outside } from '../../support/outside.ts'
import { withFix } from '../../support/with-fix.ts'
import { zone } from '../../support/zone.ts'

export interface Scene {
  /** Without it every name exists. */
  zone?: ZoneLiteral
  fail?: ZoneFailures
  settings?: Partial<AnalysisSettings>
  web?: (request: FetchRequest, mayFollow?: MayFollow) => FetchAnswer
  mailFrom?: string
}

/** Every name exists. */
const everywhere: Resolver = {
  query: async <T extends RecordType>() =>
    ({ kind: 'nodata', ttl: 60, ad: false, chain: [] }) satisfies Answer<T>,
}

/** The check of a message, with what was fetched. */
export async function judgeLinks(message: string, scene: Scene = {}) {
  const raw = Buffer.from(message, 'latin1')
  const asked: FetchRequest[] = []
  const resolver = scene.zone || scene.fail ? zone(scene.zone ?? {}, scene.fail) : everywhere
  const base = {
    raw,
    envelope: envelope({ mailFrom: scene.mailFrom ?? 'bounce@example.org' }),
    message: parseMessage(raw),
    client: { kind: 'public', address: '192.0.2.10' } as const,
    settings: { hostname: 'mx.test.example', lists: [], listStates: [], ...scene.settings },
    clock: { now: () => new Date('2026-11-20T12:00:02Z') },
  }
  const web = (request: FetchRequest, mayFollow?: MayFollow): FetchAnswer => {
    asked.push(request)
    return scene.web?.(request, mayFollow) ?? { kind: 'failure', reason: 'network' }
  }
  const context = contextOf(base, outside({ share: () => resolver, recorded: () => [] }, base.clock, { web }))
  const conclusion = await links.run(context)
  return { ...withFix(conclusion), findings: codesOf(conclusion), asked }
}
