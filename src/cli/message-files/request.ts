import { isIP } from 'node:net'
import type { FileRequest } from '../../app/file-message.ts'
import type { Command, Invocation } from '../command.ts'

/** What is said of a message that its file does not show. */
export const SESSION_OPTIONS = {
  'client-ip': { value: 'address', sentence: 'The address the message was sent from.' },
  helo: { value: 'name', sentence: 'The name the sending host gave with EHLO.' },
  from: { value: 'address', sentence: 'The envelope sender (MAIL FROM); "<>" is the null sender.' },
  'trust-received': {
    sentence:
      'Takes the sending host, HELO and TLS from the topmost Received field with a public address, and the sender from Return-Path.',
  },
} as const satisfies Command['options']

export type Asked = Omit<FileRequest, 'bytes'>

/** What the options say of the session, or what is wrong with them. */
export function requestOf({ value, isSet }: Pick<Invocation, 'value' | 'isSet'>): Asked | string {
  const clientAddress = value('client-ip')
  if (clientAddress !== undefined && isIP(clientAddress) === 0) {
    return `--client-ip: expected an address such as 192.0.2.10, found "${clientAddress}".`
  }
  const helo = value('helo')
  const sender = value('from')
  if (sender !== undefined && !/^(?:<>|<?[^\s<>]+@[^\s<>@]+>?)?$/.test(sender)) {
    return `--from: expected an address such as bounce@example.org, or "<>", found "${sender}".`
  }
  return {
    trustReceived: isSet('trust-received'),
    ...(clientAddress !== undefined && { clientAddress }),
    ...(helo !== undefined && { helo }),
    ...(sender !== undefined && { sender }),
  }
}
