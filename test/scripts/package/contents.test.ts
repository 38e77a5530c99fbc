import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages, keyOf, ROOT } from '../../../scripts/package/contents.ts'
import { debianCopyright, thirdPartyText } from '../../../scripts/package/licences.ts'
import { createSbom } from '../../../scripts/package/sbom.ts'

interface Component {
  'bom-ref': string
  name: string
  version?: string
  licenses?: unknown[]
  hashes?: { content: string }[]
}

const EPOCH = 1_795_000_000
const packages = bundledPackages()
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

describe('what is in the program', () => {
  test('is every package that it depends on, and none that it is only developed with', () => {
    const names = new Set(packages.map(({ name }) => name))
    for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name)
    for (const name of Object.keys(manifest.devDependencies)) expect(names).not.toContain(name)
  })

  test.each([
    ['src/main.ts', undefined],
    ['node_modules/a/b.js', 'a'],
    ['../x/node_modules/@a/b/c/d.js', '@a/b'],
    ['node_modules/a/node_modules/@b/c/d.js', 'a/@b/c'],
  ])('%s is of %p', (module, key) => {
    expect(keyOf(module)).toBe(key)
  })

  test('has a licence each, whose text goes along', () => {
    expect(packages.filter(({ licence }) => licence === 'unknown')).toEqual([])
    const text = thirdPartyText(packages)
    for (const { name, version } of packages) expect(text).toContain(`${name} ${version}: `)
    expect(text).toContain('Permission is hereby granted')
    expect(debianCopyright(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))).toMatch(
      /License: Expat\n Permission is hereby granted/,
    )
  })
})

describe('the SBOM', () => {
  const text = createSbom('1.2.3', EPOCH, packages)
  const sbom = JSON.parse(text)
  const components: Component[] = sbom.components

  test('is CycloneDX, and the same each time', () => {
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: expect.stringMatching(
        /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      metadata: { component: { name: 'mailgauge', version: '1.2.3' } },
    })
    expect(createSbom('1.2.3', EPOCH, packages)).toBe(text)
    expect(JSON.parse(createSbom('1.2.4', EPOCH, packages)).serialNumber).not.toBe(sbom.serialNumber)
  })

  test('names each component once, with licence and hash, and the runtime and the database among them', () => {
    const refs = components.map((one) => one['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(components.filter(({ licenses }) => !licenses)).toEqual([])
    const npm = components.filter((one) => one['bom-ref'].startsWith('pkg:npm/'))
    for (const { hashes } of npm) expect(hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/)
    expect(components.find(({ name }) => name === 'bun')?.version).toBe(manifest.engines.bun)
    expect(components.find(({ name }) => name === 'sqlite')?.version).toMatch(/^3\.\d+\.\d+$/)
  })

  test('has no dependency that it does not name', () => {
    const refs = new Set([...components.map((one) => one['bom-ref']), 'mailgauge@1.2.3'])
    for (const { ref, dependsOn } of sbom.dependencies)
      for (const one of [ref, ...dependsOn]) expect(refs).toContain(one)
  })
})
