import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_SETS } from '../refresh-data/sets.ts'
import { type Bundled, ROOT, runtimeVersions } from './contents.ts'

const purl = (name: string, version: string) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

const licences = (licence: string) =>
  licence === 'unknown'
    ? {}
    : {
        licenses: [
          / (?:OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } },
        ],
      }

/** What is in the program, as CycloneDX 1.6. The same sources always make the same text. */
export function createSbom(version: string, epoch: number, packages: readonly Bundled[]): string {
  const refOf = new Map(packages.map(({ key, name, version: own }) => [key, purl(name, own)]))
  const refs = (keys: readonly string[]) => [...new Set(keys.map((key) => refOf.get(key) ?? ''))].toSorted()
  // One version of a package may stand in several places, for several others.
  const once = Map.groupBy(packages, ({ name, version: own }) => purl(name, own))
  const product = `mailgauge@${version}`
  const components = [
    ...runtimeComponents(),
    ...[...once].map(([ref, [one]]) => component(ref, one)),
    ...dataSets(),
  ]
  const content = {
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': product,
        name: 'mailgauge',
        version,
        ...licences(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).license),
      },
    },
    components,
    dependencies: [
      { ref: product, dependsOn: components.map((one) => one['bom-ref']) },
      ...[...once].map(([ref, same]) => ({ ref, dependsOn: refs(same.flatMap(({ uses }) => uses)) })),
    ],
  }
  const whole = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
  return `${JSON.stringify(whole, undefined, 2)}\n`
}

function component(ref: string, one: Bundled | undefined) {
  const { name, version, licence = 'unknown', sha512 } = one ?? {}
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    ...licences(licence),
    purl: ref,
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  }
}

/** The runtime that the program is appended to, and the database inside better-sqlite3's addon. */
function runtimeComponents() {
  const { bun, sqlite } = runtimeVersions()
  return [
    {
      type: 'platform',
      'bom-ref': `bun@${bun}`,
      name: 'bun',
      version: bun,
      ...licences('MIT'),
      purl: purl('bun', bun),
    },
    {
      type: 'library',
      'bom-ref': `sqlite@${sqlite}`,
      name: 'sqlite',
      version: sqlite,
      ...licences('blessing'),
      purl: `pkg:generic/sqlite@${sqlite}`,
    },
  ]
}

function dataSets() {
  return DATA_SETS.map(({ name, licence, addresses }) => {
    const bytes = readFileSync(join(ROOT, 'src/mail/data', `${name}.json`))
    return {
      type: 'data',
      'bom-ref': `data:${name}`,
      name,
      ...licences(licence),
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(bytes).digest('hex') }],
      externalReferences: addresses.map((url) => ({ type: 'distribution', url })),
    }
  })
}

/** A version 8 UUID (RFC 9562) of a content. */
function uuidOf(content: string): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-')
}
