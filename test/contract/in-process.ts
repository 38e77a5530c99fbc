import { analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { packAnalysis } from '../../src/core/kept/analysed.ts'
import { NotAMessage } from '../../src/mail/reading/parse.ts'
import { cached } from '../../src/net/dns/cache.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import { createAnalyse } from '../../src/services/analysis/analyse.ts'
import { createPostponing } from '../../src/services/analysis/postponing.ts'
import { createRescoring } from '../../src/services/analysis/rescoring/rescoring.ts'
import { createIntake } from '../../src/services/intake/intake.ts'
import { createHinting } from '../../src/services/mail-tests/hinting.ts'
import { createReportGate } from '../../src/services/mail-tests/report-gate.ts'
import type { AnalysisRunner } from '../../src/services/ports.ts'
import { random } from '../support/builders.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { openWorld, type WorldOptions } from '../support/world.ts'
import { zone } from '../support/zone.ts'
import { bytesOf } from './mail.ts'
import { PLANS } from './plans.ts'
import { createStage, type Doors, type Stage } from './stage.ts'

const clock = { now: () => new Date() }

/** Runs the real analysis in this process, with a DNS in which nothing exists. */
const runner: AnalysisRunner = {
  size: 1,
  async run({ raw, envelope: session, leaveOut, senderHints }) {
    const settings = {
      hostname: 'mx.test.example',
      lists: [],
      listStates: [],
      ...(senderHints && { senderHints }),
    }
    const questions = createRecorder(cached(zone({})), clock)
    try {
      const analysis = await analyse(
        { raw, envelope: session, settings, leaveOut, waitAtMost: 300_000 },
        analyzers,
        outside(questions, clock),
      )
      const { questionsFailed } = analysis
      return { kind: 'scored', packed: packAnalysis(analysis), questionsFailed, scannersFailed: [] }
    } catch (cause) {
      if (cause instanceof NotAMessage) return { kind: 'not_a_message', reason: cause.message }
      throw cause
    }
  },
}

/** The services and the HTTP server in this process, over a real database. */
export async function inProcess(options: WorldOptions = {}): Promise<Stage> {
  const world = await openWorld({ mailDomain: 'test.example', plans: PLANS, ...options })
  const { store, announcer, accounts, log } = world
  const gate = createReportGate({ store, accounts, clock, anonymousPerDay: undefined })
  const bounds = {
    messagesPerTest: 20,
    bytesPerTest: 1e8,
    roleBytes: 1,
    roleMessageBytes: 1,
    roleMessagesPerHour: 1,
    roleMessagesPerNetwork: 1,
  }
  const { readiness } = readinessUnderTest()
  const intake = createIntake({
    store,
    announcer,
    clock,
    random,
    mailDomain: 'test.example',
    bounds,
    readiness,
    log,
  })
  const rescoring = createRescoring({ store, runner, write: true })
  const hinting = createHinting({ store, rescoring, announcer, log })
  const postponing = createPostponing({ store, announcer, log })
  const analyseOne = createAnalyse({ store, runner, announcer, gate, hinting, postponing, clock, log })

  const doors: Doors = {
    directory: world.directory,
    ask: (request) => world.http.handle(request, '127.0.0.1'),
    async deliver(address, mail) {
      const recipient = await intake.recipient(address)
      if (!recipient.ok) return { code: 550 }
      const session = () => envelope({ receivedAt: clock.now(), rcptTo: address })
      const stored = await intake.accept([recipient.value], session, bytesOf(mail))
      if (!stored.ok) return { code: 452 }
      for (const message of await store.messages.claim({
        holder: 'test/stage',
        leaseMs: 60_000,
        limit: 100,
        places: 200,
      }))
        await analyseOne(message)
      return { code: 250 }
    },
    close: () => world.close(),
  }
  return createStage(doors, store)
}
