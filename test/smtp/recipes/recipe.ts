import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../src/config/config.ts'
import { configOf } from '../../config/loading.ts'
import type { DoorOptions } from '../door.ts'

const DOCUMENT = readFileSync(join(import.meta.dir, '../../../docs/behind-a-mail-server.md'), 'utf8')

/** The block of the document that begins with `# <name>`, as people copy it. */
export function recipe(name: string): string {
  const blocks = DOCUMENT.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)
  const found = [...blocks].map(([, block = '']) => block).find((block) => block.startsWith(`# ${name}\n`))
  if (found === undefined) throw new Error(`The document has no block ${name}`)
  return found
}

/** Replaced in what a recipe says: each must be in it. */
export function adapted(text: string, changes: Readonly<Record<string, string>>): string {
  let adapted = text
  for (const [was, is] of Object.entries(changes)) {
    if (!adapted.includes(was)) throw new Error(`The recipe does not say ${was}`)
    adapted = adapted.replaceAll(was, is)
  }
  return adapted
}

/** A listener set up by the recipe's mailgauge.toml, on ports of the system. */
export function doorOf(name: string): DoorOptions & { smtp: Config['smtp'] } {
  const { smtp } = configOf(recipe(`${name}: mailgauge.toml`))
  const { proxyProtocolFrom: proxies, trustedRelays: relays, relaysMustTell: mustTell } = smtp
  return {
    smtp,
    peers: { proxies, relays, mustTell },
    ...(smtp.lmtpListen.length > 0 && {
      lmtp: { listen: [{ host: '127.0.0.1', port: 0 }], socketMode: smtp.lmtpSocketMode },
    }),
  }
}
