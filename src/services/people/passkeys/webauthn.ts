/** The library, at its first use: it brings a parser of certificates along, which no start should wait for. */
export async function webauthn() {
  // What it rests on asks for this while it loads; in the compiled program its own import of it comes too late.
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}
