import { expect, test } from 'bun:test'
import { BINARY, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { until } from '../../support/until.ts'

/** As systemd starts a service whose standard output is its journal (systemd.exec(5)). */
const AS_JOURNAL =
  'exec 3>&1; export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/3); exec "$0" serve 3>&-'

test.each([
  ['the journal gets the priority of each line before it', AS_JOURNAL, /^<[3-7]>\{"level":"/],
  ['a pipe that is not the journal gets lines of JSON', 'JOURNAL_STREAM=1:1 exec "$0" serve', /^\{"level":"/],
])('%s', async (_, script, begins) => {
  const { folder, remove } = temporaryFolder()
  writeConfig(folder, {}, { log: 'format = "auto"' })
  const service = Bun.spawn(['sh', '-c', script, BINARY], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: folder },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let log = ''
  const follow = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of service.stdout) log += decoder.decode(chunk, { stream: true })
  })()
  await until(() => log.includes('"Listening"'))
  service.kill()
  await service.exited
  await follow
  const lines = log.split('\n').filter((line) => /^(?:<\d>)?\{/.test(line))
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) {
    expect(line).toMatch(begins)
    expect(JSON.parse(line.replace(/^<\d>/, ''))).toMatchObject({ msg: expect.any(String) })
  }
  remove()
})
