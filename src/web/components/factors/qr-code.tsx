import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** What it is, for those who cannot see it. */
  label: string
}

/** ISO/IEC 18004: four modules of white around it. Dark on white in both schemes, because readers expect it so. */
const QUIET_ZONE = 4

/** A QR code as a drawing in the page: its rows are runs of one path. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={data.map(rowPath).join('')} shape-rendering="crispEdges" />
    </svg>
  )
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    const begin = x
    while (row[x]) x += 1
    if (x > begin) path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`
  }
  return path
}
