import { expect, test } from 'bun:test'
import { enterHosts } from '../../../src/app/hosts/host-life.ts'
import { StartRefused } from '../../../src/app/parts.ts'

/** Enters where the database answers so; gives why it does not start. */
async function refusal(answer: 'taken' | 'other_key' | 'too_old'): Promise<StartRefused> {
  const shared = {
    hosts: { enter: async () => answer },
    contracts: { waitsFor: () => undefined, tryAgain: async () => undefined },
  }
  try {
    await enterHosts(shared as never, () => [], {} as never, (() => {}) as never)
  } catch (cause) {
    if (cause instanceof StartRefused) return cause
    throw cause
  }
  throw new Error('it entered')
}

test('a host that may not enter says why, and whether another try may do', async () => {
  expect(await refusal('taken')).toMatchObject({
    mayPass: true,
    message: expect.stringContaining('host.name'),
  })
  expect(await refusal('other_key')).toMatchObject({
    mayPass: false,
    message: expect.stringContaining('Copy the key file'),
  })
  expect(await refusal('too_old')).toMatchObject({
    mayPass: false,
    message: expect.stringContaining('Install the version that the other hosts run.'),
  })
})
