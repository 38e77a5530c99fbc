import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyFile } from '../../src/app/secrets/key-file.ts'
import { newKey } from '../../src/services/secrets/sealing.ts'
import { later, random, THEN } from '../support/builders.ts'
import { temporaryDirectory } from '../support/store.ts'

let place: ReturnType<typeof temporaryDirectory>
let path: string
beforeEach(() => {
  place = temporaryDirectory()
  path = join(place.directory, 'keys', 'secrets.key')
})
afterEach(() => place.remove())

const [one, two] = [newKey(random, THEN), newKey(random, later(5))]
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('is made for its user alone, once, and read as it was written', () => {
  const file = createKeyFile(path)
  expect(file.read()).toBeUndefined()
  file.make([one])
  file.make([two])
  expect(file.read()).toEqual([one])
  expect(mode(path)).toBe('600')
  expect(mode(join(path, '..'))).toBe('700')
  file.replace([one, two])
  expect(file.read()).toEqual([one, two])
  expect(mode(path)).toBe('600')
  expect(readdirSync(join(path, '..'))).toEqual(['secrets.key'])
})

test('what a killed process left unfinished is in nobody’s way', () => {
  const file = createKeyFile(path)
  mkdirSync(join(path, '..'))
  writeFileSync(`${path}.new`, 'half', { mode: 0o644 })
  expect(file.read()).toBeUndefined()
  file.make([one])
  writeFileSync(`${path}.new`, 'half', { mode: 0o644 })
  file.replace([two])
  expect(file.read()).toEqual([two])
  expect(mode(path)).toBe('600')
  expect(existsSync(`${path}.new`)).toBe(false)
})

test('a link stays one, and what it leads to is replaced', () => {
  const real = join(place.directory, 'real.key')
  createKeyFile(real).make([one])
  const link = join(place.directory, 'link.key')
  symlinkSync(real, link)
  createKeyFile(link).replace([two])
  expect(createKeyFile(real).read()).toEqual([two])
  expect(createKeyFile(link).read()).toEqual([two])
})

describe('is refused', () => {
  test.each([0o640, 0o604, 0o660, 0o601])('where others may use it (%i)', async (open) => {
    createKeyFile(path).make([one])
    await chmod(path, open)
    expect(() => createKeyFile(path).read()).toThrow(
      `The key file ${path} is open to others (its mode is 0${open.toString(8)}). Run: chmod 600 ${path}`,
    )
  })

  test.each([
    ['is empty', () => '', 'holds no key'],
    ['lost a letter', (text: string) => text.replace(/.=\n$/, '=\n'), 'Line 3'],
    [
      'has another letter',
      (text: string) => text.replace(/(.)(.{10}=\n)$/, (_, a, b) => `${a === 'A' ? 'B' : 'A'}${b}`),
      'Line 3',
    ],
    ['is something else', () => '-----BEGIN PRIVATE KEY-----\n', 'Line 1'],
    ['is far too large', () => 'x'.repeat(100_000), 'is no key file'],
  ])('where it %s', (_, change, says) => {
    createKeyFile(path).make([one])
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    expect(() => createKeyFile(path).read()).toThrow(says)
  })

  test('where it is a folder, or below a file', () => {
    mkdirSync(path, { recursive: true })
    expect(() => createKeyFile(path).read()).toThrow('is no key file')
    const below = join(place.directory, 'file', 'secrets.key')
    writeFileSync(join(place.directory, 'file'), '')
    expect(() => createKeyFile(below).read()).toThrow('a part of the path is no folder')
  })
})
