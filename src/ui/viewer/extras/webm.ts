/** One encoded picture of a film. */
export interface FilmFrame {
  data: Uint8Array
  isKey: boolean
  /** Milliseconds from the beginning. */
  at: number
}

/** What a film is. */
export interface FilmFacts {
  /** As WebM names it: `V_VP8`, `V_VP9`. */
  codec: string
  width: number
  height: number
  /** Milliseconds. */
  duration: number
}

/** The most milliseconds between a cluster's beginning and a block in it: a signed 16-bit number. */
const CLUSTER = 30_000

/** Puts encoded pictures into a WebM file of one track, in the order they are shown. */
export function webmOf({ codec, width, height, duration }: FilmFacts, frames: readonly FilmFrame[]): Uint8Array {
  const head = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 4),
    number(0x4285, 2),
  )
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    float(0x4489, duration),
    text(0x4d80, 'atelier'),
    text(0x5741, 'atelier'),
  )
  const picture = element(0xe0, number(0xb0, width), number(0xba, height))
  const track = element(0xae, number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), text(0x86, codec), picture)
  const segment = element(0x18538067, info, element(0x1654ae6b, track), ...clustersOf(frames))
  return joined([head, segment])
}

/** A cluster begins with a key picture, or where a block could no longer say how far it is from the beginning. */
function clustersOf(frames: readonly FilmFrame[]): Uint8Array[] {
  const clusters: { at: number; blocks: Uint8Array[] }[] = []
  for (const { data, isKey, at } of frames) {
    const time = Math.round(at)
    const last = clusters.at(-1)
    const cluster = !last || isKey || time - last.at > CLUSTER ? { at: time, blocks: [] } : last
    if (cluster !== last) clusters.push(cluster)
    const away = time - cluster.at
    const block = Uint8Array.of(0x81, away >> 8, away & 0xff, isKey ? 0x80 : 0)
    cluster.blocks.push(element(0xa3, block, data))
  }
  return clusters.map(({ at, blocks }) => element(0x1f43b675, number(0xe7, at), ...blocks))
}

/** A number as its bytes, without noughts before it. */
function bytesOf(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return bytes
}

/** What holds other elements, or bytes; its length in eight bytes, of which the first says so. */
function element(id: number, ...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const told = bytesOf(length)
  const size = Uint8Array.of(0x01, ...Array<number>(7 - told.length).fill(0), ...told)
  return joined([Uint8Array.from(bytesOf(id)), size, ...parts])
}

const number = (id: number, value: number) => element(id, Uint8Array.from(bytesOf(value)))
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value))

function float(id: number, value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8))
  bytes.setFloat64(0, value)
  return element(id, new Uint8Array(bytes.buffer))
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
