import { inspect } from '../../../src/analysis/inspect.ts'
import type { Check } from '../../../src/core/check.ts'
import type { Change } from '../../../src/core/fix.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer } from '../../../src/net/ports.ts'
import { outside } from '../../support/outside.ts'
import { type WithFix, withFix } from '../../support/with-fix.ts'
import { zone } from '../../support/zone.ts'
import { NOW, signed } from '../authentication/authentication-scene.ts'
import { reportOn, SENDER } from '../whole-report.ts'

export interface Surroundings {
  zone: ZoneLiteral
  /** The text of the MTA-STS policy. */
  policy?: string
}

/** The records that one surface offers, by name; its words. */
export interface Surface {
  where: 'check' | 'report' | 'plan'
  records: Map<string, string>
  words: string
}

const RAW = signed()
const CLOCK = { now: () => NOW }

/** What `mailgauge check` offers for example.org. */
export async function offeredByCheck({ zone: literal, policy }: Surroundings): Promise<Surface> {
  const ports = outside(createRecorder(zone({ ...SENDER, ...literal }), CLOCK), CLOCK, { web: web(policy) })
  const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
  const subject = { kind: 'domain', name: 'example.org' } as const
  const { checks } = await inspect({ subject, settings, waitAtMost: 300_000 }, ports)
  return surface('check', checks.map(withFix))
}

/** What the report on a signed message of example.org offers, and its plan. */
export async function offeredByReport({ zone: literal, policy }: Surroundings): Promise<Surface[]> {
  const { report } = await reportOn({ raw: await RAW, zone: literal, web: web(policy) })
  const plan = report.plan ?? []
  const steps = plan.map(({ changes, says }) => ({
    fixes: [{ code: '', changes }],
    detail: { advice: says },
  }))
  return [surface('report', report.checks.map(withFix)), surface('plan', steps)]
}

function web(policy: string | undefined): () => FetchAnswer {
  return () =>
    policy === undefined
      ? { kind: 'failure', reason: 'network' }
      : {
          kind: 'response',
          status: 200,
          url: 'https://mta-sts.example.org/.well-known/mta-sts.txt',
          redirects: [],
          contentType: 'text/plain',
          body: Buffer.from(policy).toString('base64'),
          truncated: false,
        }
}

/** Throws where two records are offered for one name and type, as data or in words. */
function surface(
  where: Surface['where'],
  checks: readonly Pick<WithFix<Check>, 'fixes' | 'detail'>[],
): Surface {
  const records = new Map<string, string>()
  const words = checks.map(({ detail }) => detail['advice'] ?? '').join('\n')
  const told = [...words.matchAll(/(\S+) TXT ("[^"]*"(?: "[^"]*")*)/g)].map(([, name = '', text = '']) => ({
    name,
    text,
  }))
  const changes: Change[] = checks.flatMap(({ fixes = [] }) => fixes.flatMap((fix) => fix.changes))
  const held = changes.flatMap((change) =>
    change.kind === 'dns' && change.type === 'TXT'
      ? change.records.map((text) => ({ name: change.name, text }))
      : [],
  )
  for (const { name, text } of [...told, ...held].filter(
    (one) => !one.text.includes('<') && !one.name.includes('>'),
  )) {
    const plain = text.split('" "').join('').slice(1, -1)
    const before = records.get(name)
    if (before !== undefined && before !== plain)
      throw new Error(`${where} offers two for ${name}: ${before} | ${plain}`)
    records.set(name, plain)
  }
  return { where, records, words }
}
