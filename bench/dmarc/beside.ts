import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { messageIdFrom } from '../../src/core/mail-test.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { random } from '../../test/support/builders.ts'
import { envelope } from '../../test/support/envelope.ts'
import { reportMail, reportXml, verifiedDomain } from '../../test/support/report-mail.ts'
import { startWorld } from '../harness/dns.ts'
import { benchFolder, type Service, serveIn } from '../harness/service.ts'
import { sendAll } from '../harness/smtp.ts'
import { KINDS, signedMessages } from '../messages.ts'

const SIZE = 10_240
const WARM = 200
const TESTED = 400
const SESSIONS = 4
const ROOM = { waitingBytes: 4e9, waitingBytesPerDomain: 4e9 }

/** The median report has one row, the mean is 10. */
const rowsOf = (at: number) => [1, 1, 1, 1, 1, 4, 4, 15, 15, 60][at % 10] ?? 1

/** Puts report mail into the spool of a folder whose service does not run. */
async function spool(folder: string, domainId: string, count: number): Promise<void> {
  const store = await openStore({ directory: join(folder, 'data'), migrate: true })
  for (let at = 0; at < count; at += 1) {
    const xml = reportXml({ id: `report-${at}`, records: rowsOf(at) })
    const raw = new TextEncoder().encode(reportMail('reporter.example', [xml]))
    const mail = { id: messageIdFrom(random), domainId, envelope: envelope({ receivedAt: new Date() }), raw }
    await store.reportMail.accept(mail, ROOM)
  }
  await store.close()
}

function left(folder: string): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const [count] = database.query('SELECT count(*) FROM report_mails').values()[0] as [number]
  database.close()
  return count
}

/** Milliseconds until so many messages are scored. */
async function scored(service: Service, messages: readonly Buffer[], count: number): Promise<number> {
  const tests = await Promise.all(Array.from({ length: 10 }, () => service.clients[0]?.createTest()))
  const all = Array.from({ length: count }, (_, at) => messages[at % messages.length] ?? Buffer.alloc(0))
  const untilScored = service.followScored()
  const began = performance.now()
  await sendAll(
    service.smtp,
    tests.map((test) => test?.address ?? ''),
    all,
    SESSIONS,
  )
  await untilScored(count)
  return performance.now() - began
}

async function measured(reports: number, messages: readonly Buffer[], dns: string) {
  const { folder, remove } = benchFolder({ dns })
  const { id } = await verifiedDomain(join(folder, 'data'))
  await spool(folder, id, reports)
  const service = await serveIn(folder, 1, false)
  await scored(service, messages, WARM)
  const before = left(folder)
  const took = await scored(service, messages, TESTED)
  const read = before - left(folder)
  await service.stop()
  remove()
  return { took, read, waits: before - read }
}

/** What tests take while so many reports that came by mail are read, beside what they take alone. */
export async function beside([count = '10000']: string[]): Promise<void> {
  const world = await startWorld()
  const kinds = await Promise.all(KINDS.map((kind) => signedMessages(kind, SIZE, 20, world.privateKeyPem)))
  const messages = kinds.flat()
  const alone = await measured(0, messages, world.dns)
  const both = await measured(Number(count), messages, world.dns)
  const second = (ms: number) => (ms / 1000).toFixed(1)
  console.log(`${TESTED} tests alone: ${second(alone.took)} s`)
  console.log(
    `beside ${count} reports: ${second(both.took)} s, ${(both.took / alone.took).toFixed(2)} times; ${both.read} reports were read meanwhile, ${both.waits} wait`,
  )
  await world.stop()
}
