import { expect, test } from 'bun:test'
import { createContracting } from '../../../src/app/hosts/contracting.ts'

/** What waits, and how often it was tried. */
function scene(sentences: (string | undefined)[]) {
  const said: string[] = []
  let [waits] = sentences
  let tried = 0
  const say = (_: unknown, text?: string) => said.push(text ?? '')
  const contracting = createContracting(
    {
      waitsFor: () => waits,
      async tryAgain() {
        tried += 1
        if (sentences[tried] === 'broken') throw new Error('no lock')
        waits = sentences[tried]
        return waits
      },
    },
    { info: say, warn: say } as never,
  )
  return {
    said,
    tried: () => tried,
    async beats(count: number) {
      for (let at = 0; at < count; at++) await contracting.beat()
    },
    missed: () => contracting.missed(),
  }
}

test('what waits is tried once this host has watched the others for as long as each has, and then now and again', async () => {
  const { said, tried, beats } = scene(['mx1', 'mx1', 'mx2', undefined])
  await beats(3)
  expect(tried()).toBe(0)
  await beats(1)
  expect(tried()).toBe(1)
  expect(said).toEqual([])
  await beats(2)
  expect(tried()).toBe(1)
  await beats(1)
  expect(said).toEqual(['mx2'])
  await beats(3)
  expect(said).toEqual(['mx2', 'The database was changed, as no host needs it as it was'])
  await beats(20)
  expect(tried()).toBe(3)
})

test('after a time in which this host could not say that it is there, it watches anew', async () => {
  const { tried, beats, missed } = scene(['mx1', undefined])
  await beats(3)
  missed()
  await beats(3)
  expect(tried()).toBe(0)
  await beats(1)
  expect(tried()).toBe(1)
})

test('what fails is said, and tried again', async () => {
  const { said, tried, beats } = scene(['mx1', 'broken', undefined])
  await beats(7)
  expect(tried()).toBe(2)
  expect(said[0]).toContain('failed')
  expect(said[1]).toContain('was changed')
})
