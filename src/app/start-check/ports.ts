import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { openDoor } from '../../http/health/door.ts'
import { listenOn } from '../../smtp/listen.ts'
import { listenForLmtp } from '../../smtp/lmtp/listen.ts'
import { folderProblem } from './writable.ts'

/** Which addresses cannot be listened on: each is tried, and let go at once. */
export async function portProblems({ http, smtp }: Pick<Config, 'http' | 'smtp'>): Promise<string[]> {
  const problems: string[] = []
  const closers: (() => unknown)[] = []
  for (const address of http.listen) {
    try {
      const { servers } = openDoor([address])
      closers.push(() => Promise.all(servers.map((server) => server.stop(true))))
    } catch (cause) {
      problems.push(...said(cause))
    }
  }
  const listen = smtp.listen.map(({ host = '::', port }) => ({ host, port }))
  for (const address of listen) {
    try {
      const server = await listenOn(address, listen, (socket) => void socket.destroy())
      closers.push(() => server.close())
    } catch (cause) {
      problems.push(...said(cause))
    }
  }
  for (const address of smtp.lmtpListen) {
    try {
      if ('path' in address) problems.push(...socketProblem(address.path))
      else {
        const server = await listenForLmtp({ host: '::', ...address }, 0, (socket) => void socket.destroy())
        closers.push(() => server.close())
      }
    } catch (cause) {
      problems.push(...said(cause))
    }
  }
  for (const close of closers) await close()
  return problems
}

/** A socket is a file: to try one would make it. */
function socketProblem(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder))
    return [
      `LMTP cannot listen on ${path}: there is no such folder. Make it, or name another path in smtp.lmtp_listen.`,
    ]
  const problem = folderProblem(folder, 'smtp.lmtp_listen')
  return problem === undefined ? [] : [problem]
}

/** Nothing where a low port takes a privilege: the unit gives it to the service, and not to whoever has this checked. */
function said(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [String(cause)]
  const wantsPrivilege = [cause, cause.cause].some((one) => codeOf(one) === 'EACCES')
  return wantsPrivilege ? [] : [cause.message]
}

const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : undefined)
