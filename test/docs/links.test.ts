import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { anchorsOf, DOCUMENTS, LINKED, linksOf, proseOf, ROOT, spansOf } from './documents.ts'

/** What is wrong with a link to a file of the repository, and a heading in it. */
function faultOf(from: string, to: string): string | undefined {
  const [path = '', anchor] = to.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), path))
  if (!existsSync(join(ROOT, target))) return `there is no ${target}`
  if (anchor === undefined) return undefined
  if (!target.endsWith('.md')) return `${target} has no headings`
  return anchorsOf(target).has(anchor) ? undefined : `${target} has no heading #${anchor}`
}

describe.each([...LINKED])('%s', (document) => {
  test('leads somewhere', () => {
    const faults = linksOf(document)
      .filter(({ to }) => !/^[a-z]+:/.test(to))
      .flatMap(({ to, line }) => {
        const fault = faultOf(document, to)
        return fault === undefined ? [] : [`${document}:${line}: ${fault}`]
      })
    expect(faults).toEqual([])
  })

  test('names files that are there', () => {
    const faults = spansOf(document).flatMap(({ text, line }) =>
      isThere(document, text) ? [] : [`${document}:${line}: there is no ${text}`],
    )
    expect(faults).toEqual([])
  })
})

const TOP = ['src', 'test', 'bench', 'scripts', 'docs', 'clients', 'packaging', '.ci', '.config']
const ROOMS = [
  'app',
  'core',
  'config',
  'net',
  'mail',
  'analysis',
  'store',
  'services',
  'smtp',
  'http',
  'web',
  'jobs',
  'cli',
]
const files = [
  ...new Glob('{src,test,bench,scripts,docs,clients,packaging,.ci,.config}/**').scanSync({
    cwd: ROOT,
    dot: true,
  }),
]

/** Files of the worked example, which is not a part of the program. */
const EXAMPLE = /\/(?:priority(?:\.test)?\.ts|newsletter-urgent)$/

/** Whether a path of the repository is one: a file, a folder, or the beginning that the test runner takes. */
function isThere(document: string, text: string): boolean {
  if (!/^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(text)) return true
  if (document === 'CONTRIBUTING.md' && EXAMPLE.test(text)) return true
  const [top = ''] = text.split('/')
  const begins = (path: string) => files.some((file) => file.startsWith(path))
  if (existsSync(join(ROOT, dirname(document), text))) return true
  if (TOP.includes(top)) return begins(text)
  // Of those of src the first folder is left out, but only names of files are sure to be meant as paths.
  return !ROOMS.includes(top) || !/\.tsx?$/.test(text) || begins(`src/${text}`)
}

test('what the program says to read on is there', () => {
  const told = [...new Glob('src/**/*.{ts,tsx}').scanSync({ cwd: ROOT })].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/['"`/ ](docs\/[\w-]+\.md(?:#[\w-]+)?)/g)].map(
      ([, to = '']) => ({ file, to }),
    ),
  )
  expect(told.length).toBeGreaterThan(5)
  const faults = told.flatMap(({ file, to }) => {
    const fault = faultOf('README.md', to)
    return fault === undefined ? [] : [`${file}: ${fault}`]
  })
  expect(faults).toEqual([])
})

/** Pages of the site and addresses of the API that stand in sentences: /admin/setup, `/healthz`. */
const ADDRESS =
  /(?<![\w./>)\]-])\/(?:admin|settings|me|tests|sign-in|healthz|readyz|livez|openapi\.json|check|upload|docs)(?:\/[a-z-]+)*(?![\w/<:…-])/g

test('the pages that docs name are there', () => {
  const site = files
    .filter((file) => /^src\/(?:web|http|services\/api-description)\/.*\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const named = DOCUMENTS.filter((document) => document !== 'docs/decisions.md').flatMap((document) =>
    proseOf(document).flatMap(({ text, line }) =>
      (text.match(ADDRESS) ?? []).map((path) => ({ at: `${document}:${line}`, path })),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ path }) => !new RegExp(`['"\`]${path}['"\`/]`).test(site))).toEqual([])
})

test('docs/README.md leads to every page', () => {
  const led = new Set(linksOf('docs/README.md').map(({ to }) => normalize(join('docs', to))))
  const pages = LINKED.filter((page) => !['docs/README.md', 'test/corpus/README.md'].includes(page))
  expect(pages.filter((page) => !led.has(page))).toEqual([])
})
