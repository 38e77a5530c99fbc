import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { BINARY, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { until } from '../support/until.ts'

/** Starts the service with both streams piped here. Gives where its web site is. */
async function started(folder: string, format: string): Promise<{ child: ChildProcess; http: string }> {
  const child = spawn(BINARY, ['serve', '--log.level=debug', `--log.format=${format}`], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const http = await until(() => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`)
    return output.includes('Listening') && /"http":\["([^"]+)"/.exec(output)?.[1]
  })
  return { child, http }
}

describe('the reader of its output dies', () => {
  let folder: string
  let remove: () => void
  let child: ChildProcess | undefined

  beforeEach(() => {
    const made = temporaryFolder()
    folder = made.folder
    remove = made.remove
    writeConfig(folder)
  })
  afterEach(() => {
    child?.kill('SIGKILL')
    remove()
  })

  test.each([
    ['stdout', 'json'],
    ['stderr', 'json'],
    ['both', 'json'],
    ['both', 'text'],
  ])(
    '%s, %s: the service serves on, ends in good order and gives the database back',
    async (gone, format) => {
      const running = await started(folder, format)
      child = running.child
      if (gone !== 'stderr') child.stdout?.destroy()
      if (gone !== 'stdout') child.stderr?.destroy()
      for (let at = 0; at < 20; at++) {
        const answer = await fetch(`http://${running.http}/nowhere/${at}`)
        await answer.text()
        expect(answer.status).toBe(404)
      }
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      const again = await serve(folder)
      expect(await again.kill()).toBe(0)
    },
  )
})
