import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { until } from '../support/until.ts'

test('a process that analyses has nothing of the configuration in its environment', async () => {
  const { folder, remove } = temporaryFolder()
  writeConfig(folder)
  const secrets = { MAILGAUGE_METRICS_TOKEN: 'a-token-that-nobody-else-may-know-0123456789', LANG: 'C.UTF-8' }
  const running = await serve(folder, ['--metrics.listen=127.0.0.1:0'], undefined, secrets)
  try {
    const isAnalysis = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('__analyse')
    const pid = await until(() => running.children().find(isAnalysis))
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('LANG=C.UTF-8')
    expect(environment).not.toContain('MAILGAUGE_')
    expect(environment).not.toContain('nobody-else')
  } finally {
    await running.kill('SIGKILL')
    remove()
  }
})
