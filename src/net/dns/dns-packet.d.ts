/** The codecs of single parts, which dns-packet exports and its types leave out. */
import type { TlsaData } from 'dns-packet'

declare module 'dns-packet' {
  interface Decoder<T> {
    /** For record data, `offset` is that of RDLENGTH. Throws on what it cannot read. */
    (buffer: Buffer, offset: number): T
    /** Octets the last call consumed. */
    bytes: number
  }
  export const name: { decode: Decoder<string>; encode(name: string): Buffer }
  export const txt: { decode: Decoder<Buffer[]> }
  export const mx: { decode: Decoder<{ preference: number; exchange: string }> }
  export const ptr: { decode: Decoder<string> }
  export const soa: { decode: Decoder<{ mname: string; rname: string; serial: number; minimum: number }> }
  export const caa: { decode: Decoder<{ flags: number; tag: string; value: string }> }
  export const tlsa: { decode: Decoder<TlsaData> }
  export const a: { decode: Decoder<string> }
  export const aaaa: { decode: Decoder<string> }
}
