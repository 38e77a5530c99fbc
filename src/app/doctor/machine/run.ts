const WITHIN_MS = 3000
const MOST_OUTPUT = 64 * 1024

/** What a program of the system says on standard output. Undefined: it is not there, failed, or took too long. */
export async function ranBy(command: string[]): Promise<string | undefined> {
  const [program = ''] = command
  if (Bun.which(program) === null) return undefined
  try {
    const child = Bun.spawn(command, {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', SYSTEMD_PAGER: '' },
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
    })
    const said = (await new Response(child.stdout).text()).slice(0, MOST_OUTPUT)
    return (await child.exited) === 0 ? said : undefined
  } catch {
    return undefined
  }
}
