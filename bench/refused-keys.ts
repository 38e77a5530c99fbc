// Whether the time of a 401 tells what was wrong with the key: each kind side by side, interleaved, in random order.
//   bun bench/refused-keys.ts [requests of each kind]
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCOPES, secretFrom } from '../src/core/access/api-key.ts'
import { createAccounts } from '../src/services/access/accounts.ts'
import { createApiKeys } from '../src/services/access/api-keys.ts'
import { openStore } from '../src/store/sqlite/open.ts'
import { quantile } from './harness/stats.ts'

const [count = 20_000] = process.argv.slice(2).map(Number)
const random = (length: number) => new Uint8Array(randomBytes(length))
const clock = { now: () => new Date() }
const directory = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
const store = await openStore({ directory, migrate: true })
const plan = { name: 'plan', api: true, ratePerMinute: 60, burst: 10 }
const accounts = createAccounts({ store, plans: { plan }, defaultPlan: 'plan', clock, random })
const { authenticate, create } = createApiKeys({ store, accounts, clock, random })
const account = await accounts.ensureDefault()
const real: string[] = []
for (let i = 0; i < 1000; i += 1) {
  const made = await create(account.id, { name: 'bench', scopes: SCOPES })
  if (made.kind === 'created') real.push(made.secret)
}

/** A well-formed key that begins like a real one: prefix right, secret wrong. */
function secretLike(prefix: string): string {
  // The generator takes its characters from random bytes: the first ones are those of the prefix.
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const wanted = [...prefix.slice(3)].map((character) => base62.indexOf(character))
  let first = true
  return secretFrom((length) => {
    const bytes = random(length)
    if (first) bytes.set(wanted)
    first = false
    return bytes
  })
}

const kinds = {
  'wrong prefix': () => secretFrom(random),
  'right prefix, wrong secret': () =>
    secretLike((real[Math.floor(Math.random() * real.length)] ?? '').slice(0, 10)),
}
const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]))
for (let i = 0; i < count + 1000; i += 1) {
  for (const [name, make] of Object.entries(kinds).toSorted(() => Math.random() - 0.5)) {
    const header = `Bearer ${make()}`
    const began = performance.now()
    const answer = await authenticate(header)
    const took = performance.now() - began
    if (answer.ok) throw new Error('a key that was made up works')
    // The first ones warm up.
    if (i >= 1000) times.get(name)?.push(took * 1000)
  }
}
for (const [name, all] of times) {
  const shown = [0.1, 0.5, 0.9].map((share) => `${quantile(all, share).toFixed(2)} µs`)
  console.log(`${name.padEnd(28)} p10 ${shown[0]}  p50 ${shown[1]}  p90 ${shown[2]}`)
}
await store.close()
rmSync(directory, { recursive: true, force: true })
