import type { Context } from '../../context.ts'
import { type Inquiry, ok, problem, unknown } from '../../finding.ts'

export const temporaryFolder: Inquiry<Context> = {
  id: 'temporary-folder',
  title: 'Folder for temporary files',
  read: 'docs/operating.md#temporary-folder',
  ofHost: true,
  look({ host, servicePid, settings: { directory } }) {
    const { path, executable } = host.temporaryFolder(
      servicePid === undefined ? undefined : host.process(servicePid)?.temporary,
    )
    if (!host.fileAt(path)?.isFolder) {
      return problem(`${path} (TMPDIR) is no folder: the program cannot unpack what it needs.`, {
        says: 'Give the service another folder, in its unit:',
        kind: 'config',
        lines: ['[Service]', `Environment=TMPDIR=${directory}`],
      })
    }
    if (executable === undefined)
      return unknown(`Whether programs may run in ${path} could not be found out.`, {
        says: `Look whether it is mounted noexec: findmnt -T ${path}`,
      })
    if (executable) return ok(`Programs may run in ${path}, where the database library is unpacked.`)
    return problem(
      `${path} is mounted noexec: the database library, which is unpacked there, cannot be loaded.`,
      {
        says: 'Give the service another folder, in its unit:',
        kind: 'config',
        lines: ['[Service]', `Environment=TMPDIR=${directory}`],
      },
    )
  },
}
