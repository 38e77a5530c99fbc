import { type Analysis, analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { Store } from '../../src/store/store.ts'
import { plain } from '../analysis/authentication/authentication-scene.ts'
import { SENDER } from '../analysis/whole-report.ts'
import { mailTest, newMessage, ROOMY } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { testClock } from '../support/clock.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'

/** A message of a test of its own, analysed by the real analyzers; `change` makes of it what the store is to hold. */
export async function storedReport(store: Store, change: (analysis: Analysis) => void = () => undefined) {
  const one = mailTest({ expiresAt: new Date('2100-01-01') })
  const message = newMessage(one.token, { raw: plain() })
  await store.mailTests.allocate({ test: one })
  await store.messages.accept([message], ROOMY)
  const clock = testClock()
  const { raw, envelope } = message
  const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
  const analysis = await analyse(
    { raw, envelope, settings, leaveOut: [], waitAtMost: 300_000 },
    analyzers,
    outside(createRecorder(zone(SENDER), clock), clock),
  )
  change(analysis)
  const { report, evidence, content } = structuredClone(analysis)
  await finish(store, message.id, { status: 'scored', report, evidence, content })
  return {
    token: one.token,
    id: message.id,
    report: async () => (await store.messages.report(one.token))?.report,
  }
}
