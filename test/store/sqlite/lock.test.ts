import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { lockDirectory } from '../../../src/store/sqlite/lock.ts'
import { temporaryDirectory } from '../../support/store.ts'

test('a directory that cannot be locked is refused with a sentence', () => {
  const { directory, remove } = temporaryDirectory()
  mkdirSync(join(directory, 'mailgauge.lock'))
  expect(() => lockDirectory(directory)).toThrow(StoreRefused)
  expect(() => lockDirectory(directory)).toThrow(`The data directory ${directory} cannot be written in`)
  remove()
})
