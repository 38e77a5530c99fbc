import { pino } from 'pino'
import { openAlerts } from '../../../src/app/alerts/open-alerts.ts'
import { createClosing } from '../../../src/app/life/closing.ts'
import { beginSecrets } from '../../../src/app/secrets/open-secrets.ts'
import { openAdministration, systemClock, systemRandom } from '../../../src/app/services.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { configOf } from '../../config/loading.ts'
import { temporaryDirectory } from '../../support/store.ts'

/** Alerts as the service opens them, over a store of their own; what is allowed inside is this machine. */
export async function openedAlerts() {
  const log = pino({ level: 'silent' })
  const { directory, remove } = temporaryDirectory()
  const { later, close } = createClosing(log)
  const config = configOf(
    `[smtp]\ndomain = "in.example.com"\n[relay]\nhost = "127.0.0.1"\nfrom = "gauge@example.com"\n[store]\ndirectory = "${directory}"\n[webhooks]\nallow_private = ["127.0.0.1"]\n`,
  )
  const store = await openStore({ directory, migrate: true, clock: systemClock })
  await beginSecrets(config, store, log)
  const alerts = openAlerts(
    config,
    {
      store,
      log,
      clock: systemClock,
      random: systemRandom,
      accounts: openAdministration(config, store).accounts,
      outgoing: undefined,
      readiness: { obstacle: async () => undefined },
      health: { lists: [], states: () => [] },
      smtpListener: { host: '127.0.0.1', port: 1 },
    },
    later,
  )
  return {
    config,
    store,
    alerts,
    async done() {
      await close()
      await store.close()
      remove()
    },
  }
}

export type OpenedAlerts = Awaited<ReturnType<typeof openedAlerts>>

export interface Taken {
  url: string
  headers: Record<string, string>
  body: string
}

/** A server that keeps what it is sent, and answers with `status`. */
export function openReceiver() {
  const taken: Taken[] = []
  const receiver = { taken, status: 204 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      taken.push({ url: pathname + search, headers: request.headers.toJSON(), body: await request.text() })
      return new Response(null, { status: receiver.status })
    },
  })
  return Object.assign(receiver, { port: server.port, stop: () => server.stop(true) })
}
