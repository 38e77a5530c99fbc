import { describe, expect, test } from 'bun:test'
import { createLogOutput } from '../../../src/app/log/output.ts'

const refusal = (code: string) => Object.assign(new Error(code), { code })

/** An output whose reader does what `answers` says, one for each attempt; then it takes everything. */
function outputWith(answers: (number | string)[]) {
  const written: string[] = []
  const output = createLogOutput((bytes) => {
    const answer = answers.shift() ?? bytes.length
    if (typeof answer === 'string') throw refusal(answer)
    written.push(bytes.subarray(0, answer).toString())
    return Math.min(answer, bytes.length)
  })
  return { output, text: () => written.join('') }
}

describe('the output of the log', () => {
  test('writes what came in one turn together, in order', async () => {
    const sent: string[] = []
    const output = createLogOutput((bytes) => sent.push(bytes.toString()) && bytes.length)
    output.write('one\n')
    output.write('two\n')
    await new Promise(setImmediate)
    expect(sent).toEqual(['one\ntwo\n'])
  })

  test.each(['EPIPE', 'ENOSPC', 'EIO', 'EBADF'])('drops what %s refuses, and writes on after it', (code) => {
    const { output, text } = outputWith([code])
    output.write('lost\n')
    expect(output.flush()).toBe(true)
    output.write('kept\n')
    output.flush()
    expect(text()).toBe('kept\n')
  })

  test('what follows half a line begins a line of its own', () => {
    const { output, text } = outputWith([2, 'ENOSPC', 'ENOSPC'])
    output.write('lost\n')
    output.flush()
    output.write('lost too\n')
    output.flush()
    output.write('kept\n')
    output.flush()
    expect(text()).toBe('lo\nkept\n')
  })

  test('keeps the rest for a slow reader, and no more than it may', () => {
    const { output, text } = outputWith([3, 'EAGAIN', ...Array.from({ length: 99 }, () => 'EAGAIN')])
    output.write('slow reader\n')
    expect(output.flush()).toBe(false)
    const line = `${'x'.repeat(99_999)}\n`
    for (let at = 0; at < 50; at++) output.write(line)
    while (!output.flush());
    expect(text()).toStartWith('slow reader\nx')
    expect(text()).toEndWith('x\n')
    expect(text().length).toBeLessThanOrEqual(1024 * 1024 + 3)
  })
})
