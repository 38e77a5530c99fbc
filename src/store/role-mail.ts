import type { Envelope } from '../core/message.ts'

/** Mail to postmaster@ and abuse@ (RFC 5321 4.5.1, RFC 2142): kept for the instance's operator, never analysed. */
export interface RoleMessage {
  id: string
  role: 'postmaster' | 'abuse'
  envelope: Envelope
  raw: Uint8Array
}

export interface RoleMailStore {
  /** Says `full` when more than `bytes` are held; `no_space` as above. */
  accept(message: RoleMessage, bounds: { bytes: number }): Promise<'stored' | 'full' | 'no_space'>
  list(): Promise<Omit<RoleMessage, 'raw'>[]>
  raw(id: string): Promise<Uint8Array | undefined>
  deleteBefore(at: Date): Promise<number>
}
