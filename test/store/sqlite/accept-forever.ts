import { openStore } from '../../../src/store/sqlite/open.ts'
import { mailTest, newMessage, ROOMY } from '../../support/builders.ts'

/** Accepts mail until it is killed; names each message on stdout once it was acknowledged. */
const [directory = ''] = process.argv.slice(2)
const store = await openStore({ directory, migrate: true })

async function session(): Promise<never> {
  for (;;) {
    const test = mailTest()
    await store.mailTests.allocate({ test })
    for (let i = 0; i < ROOMY.messagesPerTest; i += 1) {
      const message = newMessage(test.token)
      const raw = new TextEncoder().encode(`Subject: ${message.id}\r\n\r\n${'line\r\n'.repeat(500)}`)
      if ((await store.messages.accept([{ ...message, raw }], ROOMY)) === 'stored') {
        process.stdout.write(`${message.id}\n`)
      }
    }
  }
}

await Promise.all(Array.from({ length: 20 }, session))
