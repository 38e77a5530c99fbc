/** A logo as it should be, with room for more. */
export function logo(inside = '<rect width="200" height="200" fill="#fff"/>', root = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 200 200"${root}><title>Example</title>${inside}</svg>`
}
