import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './contents.ts'

/** scripts/install.sh, which knows where this release is: by what was said, else by the repository of package.json. */
export function installerFor(url: string | undefined, repository: unknown, version: string): string {
  const text = readFileSync(join(ROOT, 'scripts', 'install.sh'), 'utf8')
  const place = url ?? ofRepository(repository, version)
  const line = "RELEASE_URL=''"
  if (!text.includes(line)) throw new Error(`scripts/install.sh has no line ${line} any more`)
  return place === undefined ? text : text.replace(line, `RELEASE_URL='${place.replaceAll("'", '')}'`)
}

function ofRepository(repository: unknown, version: string): string | undefined {
  const named =
    typeof repository === 'object' && repository && 'url' in repository ? repository.url : repository
  if (typeof named !== 'string') return undefined
  const url = URL.parse(named.replace(/^git\+/, '').replace(/\.git$/, ''))
  return url?.protocol === 'https:'
    ? `${url.href.replace(/\/$/, '')}/releases/download/v${version}`
    : undefined
}
