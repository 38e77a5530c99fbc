import { describe, expect, test } from 'bun:test'
import { createTally } from '../../../src/smtp/fair/tally.ts'
import { REPLIES } from '../../../src/smtp/replies.ts'

const LIMITS = { maxRecipients: 10, maxRejections: 3, maxCommands: 5, maxMessage: 1000 }
const times = (count: number, deed: () => void) => {
  for (let done = 0; done < count; done += 1) deed()
}

describe('what a client costs that brings no message', () => {
  test('a connection counts as ten commands, a handshake as twenty-five', () => {
    const tally = createTally(LIMITS)
    expect(tally.costInVain()).toBe(10)
    tally.command()
    tally.recipient()
    expect(tally.costInVain()).toBe(12)
    tally.handshake()
    expect(tally.costInVain()).toBe(37)
    tally.stored()
    expect(tally.costInVain()).toBe(0)
  })

  test('the QUIT behind a stored message is paid by it, what is said besides is not', () => {
    const tally = createTally(LIMITS)
    tally.stored()
    tally.command()
    expect(tally.costInVain()).toBe(0)
    tally.command()
    tally.recipient()
    expect(tally.costInVain()).toBe(2)
  })
})

describe('who is let go', () => {
  test.each([
    ['commands', 6, 'command', 'tooManyCommands'],
    ['rejections', 3, 'rejected', 'tooManyRejections'],
    ['recipients of one message', 21, 'recipient', 'recipientsWithoutEnd'],
  ] as const)('%s: at %i and not before', (_what, most, deed, reply) => {
    const tally = createTally(LIMITS)
    times(most - 1, tally[deed])
    expect(tally.closingReply()).toBeUndefined()
    tally[deed]()
    expect(tally.closingReply()).toBe(REPLIES[reply])
  })

  test('recipients of many messages of which none is stored', () => {
    const tally = createTally(LIMITS)
    for (const count of [20, 20]) {
      tally.begin()
      times(count, tally.recipient)
    }
    tally.begin()
    expect(tally.closingReply()).toBeUndefined()
    tally.recipient()
    expect(tally.closingReply()).toBe(REPLIES.recipientsWithoutEnd)
  })

  test('octets of more than three messages that were refused', () => {
    const tally = createTally(LIMITS)
    tally.refused(3000)
    expect([tally.octetsLeft(), tally.closingReply()]).toEqual([1000, undefined])
    tally.refused(1)
    expect(tally.closingReply()).toBe(REPLIES.tooManyOctets)
    tally.stored()
    expect(tally.closingReply()).toBeUndefined()
  })

  test('a message holds as many recipients as it may', () => {
    const tally = createTally(LIMITS)
    times(9, tally.accepted)
    expect(tally.full()).toBe(false)
    tally.accepted()
    expect(tally.full()).toBe(true)
    tally.begin()
    expect(tally.full()).toBe(false)
  })
})
