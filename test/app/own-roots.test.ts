import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownRoots, rootProblems } from '../../src/app/bimi/own-roots.ts'
import { issue } from '../support/mark-certificate.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailgauge-roots-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const root = issue({ name: 'Mark Root', ca: true })
const middle = issue({ name: 'Middle', issuer: root, ca: true })

function named(name: string, text?: string) {
  const path = join(folder, name)
  if (text !== undefined) writeFileSync(path, text)
  return path
}

test('roots are read out of the files that are named', () => {
  const roots = [named('root.pem', root.pem)]
  expect(ownRoots({ bimi: { roots } })).toEqual([root.pem])
  expect(rootProblems({ bimi: { roots } })).toEqual([])
  expect(ownRoots({ bimi: { roots: [] } })).toEqual([])
})

test('what is none is left out, and said', () => {
  const roots = [
    named('absent.pem'),
    named('words.pem', 'hello'),
    named('middle.pem', middle.pem),
    named('root.pem', root.pem),
    folder,
  ]
  expect(ownRoots({ bimi: { roots } })).toContain(root.pem)
  expect(rootProblems({ bimi: { roots } })).toEqual([
    `bimi.roots: ${roots[0]} cannot be read.`,
    `bimi.roots: ${roots[1]} holds no certificate in PEM form.`,
    `bimi.roots: ${roots[2]} holds a certificate that is no root.`,
    `bimi.roots: ${folder} cannot be read.`,
  ])
})
