import type { Analyzer } from '../../../src/analysis/analyzer.ts'
import { analyseAgain } from '../../../src/analysis/evidence/again.ts'
import { type Analysis, analyse } from '../../../src/analysis/pipeline.ts'
import { type Check, codesOf } from '../../../src/core/check.ts'
import type { Envelope } from '../../../src/core/message.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { ScanEnvelope, Scanner, ScannerName, ScanReply } from '../../../src/net/ports.ts'
import type { Scanners } from '../../../src/net/scans.ts'
import { testClock } from '../../support/clock.ts'
import { envelope } from '../../support/envelope.ts'
import { outside } from '../../support/outside.ts'
import { type WithFix, withFix } from '../../support/with-fix.ts'
import { zone } from '../../support/zone.ts'

const RAW = Buffer.from('From: Ann <ann@example.org>\r\nSubject: Words\r\nDate: x\r\n\r\nHello.\r\n')
const REVERSE = {
  '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
  'mail.example.org': { A: ['192.0.2.10'] },
}

interface Scene {
  scanners: Scanners
  /** The scanners that are configured, where that differs from those that are there. */
  configured?: ScannerName[]
  raw?: Uint8Array
  envelope?: Partial<Envelope>
  waitAtMost?: number
}

export async function analysed(analyzers: readonly Analyzer[], scene: Scene): Promise<Analysis> {
  const clock = testClock()
  const settings = { hostname: 'mx.test.example', lists: [], listStates: [] }
  return analyse(
    {
      raw: scene.raw ?? RAW,
      envelope: envelope(scene.envelope),
      settings: { ...settings, scanners: scene.configured ?? (Object.keys(scene.scanners) as ScannerName[]) },
      leaveOut: [],
      waitAtMost: scene.waitAtMost ?? 300_000,
    },
    analyzers,
    outside(createRecorder(zone(REVERSE), clock), clock, { scanners: scene.scanners }),
  )
}

/** The one check of an analyzer, after it was held against what a second analysis makes of the evidence. */
export async function checkBy(
  analyzer: Analyzer,
  scene: Scene,
): Promise<Omit<WithFix<Check>, 'findings'> & { findings: string[] }> {
  const { report, evidence } = await analysed([analyzer], scene)
  const kept = JSON.parse(JSON.stringify(evidence))
  const again = await analyseAgain(scene.raw ?? RAW, { ...evidence, scans: kept.scans }, [analyzer])
  if (JSON.stringify(again.report) !== JSON.stringify(report)) throw new Error('the replay differs')
  const [check] = report.checks
  if (!check) throw new Error('no check')
  return { ...withFix(check), findings: codesOf(check) }
}

export const says = (reply: ScanReply): Scanner => ({ scan: async () => reply })
export const replies = (body: string): Scanner => says({ kind: 'reply', body })

/** A scanner that notes what it is told of the session. */
export function listening(body: string): { scanner: Scanner; told: ScanEnvelope[] } {
  const told: ScanEnvelope[] = []
  const scan = async (_raw: Uint8Array, session: ScanEnvelope): Promise<ScanReply> => {
    told.push(session)
    return { kind: 'reply', body }
  }
  return { scanner: { scan }, told }
}
