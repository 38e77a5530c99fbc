import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '../../../src/app/secrets/key-file.ts'
import type { Person } from '../../../src/core/access/person.ts'
import { createSecondFactor } from '../../../src/services/people/factors/second-factor.ts'
import { createKeys } from '../../../src/services/secrets/rotation.ts'
import { createVault } from '../../../src/services/secrets/vault.ts'
import { random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry, person } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'
import { recordingLog } from '../../support/world.ts'

/** Second factors over a real database and a key file of its own, with a clock to turn. */
export async function factorsWorld() {
  const { store, directory, done } = await testStore()
  const clock = testClock(THEN)
  const log = recordingLog()
  const keyPath = join(directory, 'secrets.key')
  const keyFile = createKeyFile(keyPath)
  await createKeys({ sealed: store.sealed, keyFile, random, clock }).begin()
  const factorOf = () =>
    createSecondFactor({
      store,
      vault: createVault({ sealed: store.sealed, keyFile, random }),
      siteName: 'Mailgauge',
      clock,
      random,
      log,
    })
  return {
    store,
    clock,
    log,
    random,
    done,
    secondFactor: factorOf(),
    /** As after another start of the service. */
    factorOf,
    loseKey: () => rmSync(keyPath),
    async person(changes: Partial<Person> = {}, passwordHash = 'a hash') {
      const made = person(changes)
      await store.people.create(
        { person: made, passwordHash },
        entry('person.created', { personId: made.id }),
      )
      return made
    },
    actions: async (personId: string) =>
      (await store.audit.list({ personId, limit: 50 })).map(({ action }) => action).reverse(),
  }
}

export type FactorsWorld = Awaited<ReturnType<typeof factorsWorld>>
