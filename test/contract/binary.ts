import { join } from 'node:path'
import { openStore } from '../../src/store/sqlite/open.ts'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { bytesOf } from './mail.ts'
import { planTables } from './plans.ts'
import { createStage, type Stage } from './stage.ts'

/** The compiled binary, asked over HTTP and SMTP; accounts and keys are made beside it, as its commands make them. */
export async function theBinary(): Promise<Stage> {
  const { folder, remove } = temporaryFolder()
  writeConfig(
    folder,
    { site: 'base_url = "https://mailgauge.example.com"' },
    { ...planTables(), accounts: 'default_plan = "self-hosted"' },
  )
  const running = await serve(folder)
  const directory = join(folder, 'data')
  const store = await openStore({ directory, migrate: false })
  return createStage(
    {
      directory,
      ask(request) {
        const { pathname, search } = new URL(request.url)
        return fetch(new Request(`http://${running.http}${pathname}${search}`, request))
      },
      async deliver(address, mail) {
        const client = await greetedClient(running.smtp)
        const from = 'ann@sender.example'
        await client.command(`MAIL FROM:<${from}>`)
        const recipient = await client.command(`RCPT TO:<${address}>`)
        if (recipient.code !== 250) {
          client.reset()
          return { code: recipient.code }
        }
        await client.command('RSET')
        const { code } = await client.deliver({ from, to: [address], data: bytesOf(mail) })
        await client.command('QUIT')
        return { code }
      },
      async close() {
        await store.close()
        await running.kill()
        remove()
      },
    },
    store,
  )
}
