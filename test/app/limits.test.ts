import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../src')
const filesIn = (folder: string) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(SRC, folder, name), 'utf8') }))

/** They hand on what they are given. */
const HANDING_ON = ['createIntake', 'createDestinations']

// Without them a service counts in its process alone, which no test of one host would see.
test('whatever bounds how often something is done is opened with the limits of the service', () => {
  const makers = filesIn('services')
    .filter(({ text }) => text.includes('limits = createLimits(clock)'))
    .flatMap(({ text }) => [...text.matchAll(/^export function (create\w+)\(/gm)].map(([, name]) => name))
    .concat(HANDING_ON)
  const openers = filesIn('app').flatMap(({ name, text }) =>
    makers.filter((maker) => text.includes(`${maker}(`)).map((maker) => ({ maker, name, text })),
  )
  expect(openers.length).toBeGreaterThan(10)
  const without = openers.filter(
    ({ text }) => !/\bsystemLimits\b|\blimits\b/.test(text) && !/import .*\bShared\b.*parts\.ts'/.test(text),
  )
  expect(without.map(({ maker, name }) => `${maker} in ${name}`)).toEqual([])
})
