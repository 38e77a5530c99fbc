import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bashCompletion } from './completion.ts'
import { packagedConfig } from './config-file.ts'
import { bundledPackages, ROOT } from './contents.ts'
import { debianCopyright, thirdPartyText } from './licences.ts'
import { commandPage, configPage } from './man.ts'
import { dayOf } from './source-date.ts'
import { gzipped, type Planned } from './tree.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Texts that come with the program in every form. */
export interface Texts {
  commandPage: string
  configPage: string
  completion: string
  config: string
  unit: string
  thirdParty: string
}

/** Makes the texts out of the sources, once for all packages of a release. */
export function makeTexts(version: string, epoch: number, packages = bundledPackages()): Texts {
  return {
    commandPage: commandPage(version, dayOf(epoch)),
    configPage: configPage(version, dayOf(epoch)),
    completion: bashCompletion(),
    config: packagedConfig(),
    unit: read('packaging/mailgauge.service'),
    thirdParty: thirdPartyText(packages),
  }
}

/** Pages for those who run it; the others are about how it is made. */
const DEVELOPERS = [
  'analysis-time.md',
  'decisions.md',
  'dependencies.md',
  'intake.md',
  'pages.md',
  'testing.md',
]

function docs(): { name: string; text: string }[] {
  const names = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  return names
    .filter((name) => !DEVELOPERS.includes(name))
    .toSorted()
    .map((name) => ({ name, text: read(`docs/${name}`) }))
}

function monitoring(): Planned[] {
  const folder = join(ROOT, 'packaging', 'monitoring')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ path: `monitoring/${name}`, content: { from: join(folder, name) } }))
}

const below = (folder: string, files: readonly Planned[]): Planned[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))

/** What is in the .deb beside its control files. */
export function debianFiles(binary: string, texts: Texts, changelog: string): Planned[] {
  const doc = 'usr/share/doc/mailgauge'
  return [
    { path: 'usr/bin/mailgauge', content: { from: binary }, mode: 0o755 },
    { path: 'usr/lib/systemd/system/mailgauge.service', content: texts.unit },
    { path: 'etc/mailgauge/mailgauge.toml', content: texts.config },
    { path: 'usr/share/man/man1/mailgauge.1.gz', content: gzipped(texts.commandPage) },
    { path: 'usr/share/man/man5/mailgauge.toml.5.gz', content: gzipped(texts.configPage) },
    { path: 'usr/share/bash-completion/completions/mailgauge', content: texts.completion },
    { path: 'usr/share/lintian/overrides/mailgauge', content: read('packaging/debian/lintian-overrides') },
    { path: `${doc}/copyright`, content: debianCopyright(read('LICENSE')) },
    { path: `${doc}/third-party.txt.gz`, content: gzipped(texts.thirdParty) },
    { path: `${doc}/changelog.gz`, content: gzipped(changelog) },
    { path: `${doc}/CHANGELOG.md.gz`, content: gzipped(read('CHANGELOG.md')) },
    { path: `${doc}/README.md`, content: read('README.md') },
    { path: `${doc}/config.example.toml`, content: read('config.example.toml') },
    ...docs().map(({ name, text }) => ({ path: `${doc}/docs/${name}`, content: text })),
    ...below(`${doc}/examples`, monitoring()),
  ]
}

/** What is in an archive for a target, below one folder. */
export function archiveFiles(binary: string, texts: Texts): Planned[] {
  return [
    { path: 'mailgauge', content: { from: binary }, mode: 0o755 },
    { path: 'mailgauge.service', content: texts.unit },
    { path: 'mailgauge.toml', content: texts.config },
    { path: 'mailgauge.1', content: texts.commandPage },
    { path: 'mailgauge.toml.5', content: texts.configPage },
    { path: 'mailgauge.bash-completion', content: texts.completion },
    { path: 'README.md', content: read('README.md') },
    { path: 'CHANGELOG.md', content: read('CHANGELOG.md') },
    { path: 'LICENSE', content: read('LICENSE') },
    { path: 'third-party.txt', content: texts.thirdParty },
    ...docs().map(({ name, text }) => ({ path: `docs/${name}`, content: text })),
    ...monitoring(),
  ]
}
