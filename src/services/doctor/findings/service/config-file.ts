import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem, quoted, type Seen, type Step } from '../../finding.ts'

const FOR_ALL = 0o004
const WRITTEN_BY_GROUP = 0o020
const WRITTEN_BY_ALL = 0o002

const written = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')

export const configFile: Inquiry<Context> = {
  id: 'config-file',
  title: 'Permissions of the configuration',
  read: 'docs/operating.md#config-file',
  ofHost: true,
  look({ settings, host }) {
    const { configFile: file, secretFiles } = settings
    const named = secretFiles.map(({ option, path }) => ({ path, holds: `the key of ${option}` }))
    const own = file && { path: file.path, holds: file.secrets.join(', ') }
    if (!own && named.length === 0) return undefined
    const wrong = [...(own ? [own] : []), ...named].flatMap(({ path, holds }) => {
      const mode = host.fileAt(path)?.mode
      return mode === undefined ? [] : judge(path, mode, holds)
    })
    if (wrong.length === 0)
      return ok(
        `${[own, ...named].flatMap((one) => one?.path ?? []).join(', ')}: no secret is open to others.`,
      )
    const says = wrong.map(({ says }) => says).join(' ')
    const close: Step = command('Close it:', ...wrong.map(({ line }) => line))
    return wrong.some(({ grave }) => grave) ? problem(says, close) : (attention(says, close) satisfies Seen)
  },
}

function judge(path: string, mode: number, holds: string) {
  if ((mode & (WRITTEN_BY_GROUP | WRITTEN_BY_ALL)) !== 0)
    return [
      {
        says: `Others than its owner may change ${path} (its mode is ${written(mode)}).`,
        line: `chmod go-w ${quoted(path)}`,
        grave: (mode & WRITTEN_BY_ALL) !== 0,
      },
    ]
  if (holds === '' || (mode & FOR_ALL) === 0) return []
  const says = `${path} holds ${holds}, and every user of this machine may read it (its mode is ${written(mode)}).`
  return [{ says, line: `chmod o-rwx ${quoted(path)}`, grave: false }]
}
