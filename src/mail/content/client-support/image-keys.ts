const MAX_ADDRESS = 2_000

/** The image format that an address names, as keys: by the media type of a data: address, else by the extension. */
export function imageKeys(address: string): string[] {
  const start = address.slice(0, MAX_ADDRESS).trim().toLowerCase()
  if (start.startsWith('data:')) {
    const type = /^data:image\/(?:x-|vnd\.microsoft\.)?([a-z]{2,5})/.exec(start)?.[1]
    return type ? ['image:data', `image:${type === 'icon' ? 'ico' : type}`] : ['image:data']
  }
  const path = start.split(/[?#]/, 1)[0] ?? ''
  const extension = /\.([a-z0-9]{3,4})$/.exec(path)?.[1]
  return extension ? [`image:${extension}`] : []
}
