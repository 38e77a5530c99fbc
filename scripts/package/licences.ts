import { type Bundled, runtimeVersions } from './contents.ts'

/** The licences of everything that is in the program and not ours. */
export function thirdPartyText(packages: readonly Bundled[]): string {
  const { bun, sqlite } = runtimeVersions()
  const head = `What is in the mailgauge program beside Mailgauge itself, and under which licences.

bun ${bun}: MIT. It holds JavaScriptCore and other parts of WebKit (LGPL-2.0 and BSD-2-Clause) and further libraries; their licences and
how to link it anew are named in LICENSE.md of its sources, https://github.com/oven-sh/bun
sqlite ${sqlite}: public domain.
${[...new Set(packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`))].join('\n')}
`
  const texts = Map.groupBy(
    packages.flatMap((one) => one.texts.map((text) => ({ one, text }))),
    ({ text }) => text,
  )
  const bodies = [...texts].map(([text, of]) => {
    const names = of.map(({ one }) => `${one.name} ${one.version}`)
    return `${'='.repeat(72)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`
  })
  return [head, ...bodies].join('\n')
}

/** debian/copyright in the machine-readable form. */
export function debianCopyright(licence: string): string {
  const body = licence
    .trim()
    .split('\n')
    .slice(4)
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mailgauge
Comment: The program holds the Bun runtime and npm packages. What they are and
 their licences: /usr/share/doc/mailgauge/third-party.txt.gz

Files: *
Copyright: 2026 The Mailgauge authors
License: Expat

License: Expat
${body.join('\n')}
`
}
