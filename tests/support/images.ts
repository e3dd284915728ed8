import { crc32, deflateSync } from 'node:zlib'

/** Returns an ICC profile with a description in the format of version 4 (`mluc`) or version 2 (`desc`). */
export function buildIccProfile(name: string, { version = 4 as 2 | 4, padding = 0 } = {}): Buffer {
  const text = version === 4 ? localizedDescription(name) : plainDescription(name)
  const head = Buffer.alloc(132 + 12)
  head.write('acsp', 36, 'latin1')
  head.writeUInt32BE(1, 128)
  head.write('desc', 132, 'latin1')
  head.writeUInt32BE(head.length + padding, 136)
  head.writeUInt32BE(text.length, 140)
  const profile = Buffer.concat([head, Buffer.alloc(padding), text])
  profile.writeUInt32BE(profile.length, 0)
  return profile
}

function localizedDescription(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const head = Buffer.alloc(28)
  head.write('mluc', 0, 'latin1')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(12, 12)
  head.write('enUS', 16, 'latin1')
  head.writeUInt32BE(text.length, 20)
  head.writeUInt32BE(28, 24)
  return Buffer.concat([head, text])
}

function plainDescription(name: string): Buffer {
  const head = Buffer.alloc(12)
  head.write('desc', 0, 'latin1')
  head.writeUInt32BE(name.length + 1, 8)
  return Buffer.concat([head, Buffer.from(`${name}\0`, 'latin1')])
}

export function buildPngChunk(kind: string, data: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(kind, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0)
  return Buffer.concat([head, data, tail])
}

/**
 * Options of {@link buildPng}. `colour` is the number of the colour type, `profile` the name of an iCCP chunk.
 * `profileDescription` is the description in that profile, by default unreadable bytes. `before` are chunks after IHDR.
 */
export interface PngOptions {
  width?: number
  height?: number
  depth?: number
  colour?: number
  profile?: string
  profileDescription?: string
  before?: readonly Uint8Array[]
}

/** Returns a PNG with the given header. The image data always contain one pixel. */
export function buildPng({
  width = 1,
  height = 1,
  depth = 8,
  colour = 6,
  profile,
  profileDescription,
  before = [],
}: PngOptions = {}): Buffer {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width, 0)
  ihdr.writeUInt32BE(height, 4)
  ihdr.set([depth, colour], 8)
  const icc = profile === undefined ? [] : [buildPngChunk('iCCP', iccChunkData(profile, profileDescription))]
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    buildPngChunk('IHDR', ihdr),
    ...before,
    ...icc,
    buildPngChunk('IDAT', deflateSync(Buffer.alloc(5))),
    buildPngChunk('IEND'),
  ])
}

const iccChunkData = (name: string, profileDescription: string | undefined) =>
  Buffer.concat([
    Buffer.from(`${name}\0\0`, 'latin1'),
    deflateSync(profileDescription === undefined ? Buffer.alloc(200) : buildIccProfile(profileDescription)),
  ])

export function buildJpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(marker, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/**
 * Returns a JPEG with the given frame header. The profile is split into chunks of `chunkBytes` bytes, written in reverse order.
 */
export function buildJpeg({
  width = 1,
  height = 1,
  depth = 8,
  components = 3,
  frame = 0xffc0,
  profile = undefined as Buffer | undefined,
  chunkBytes = 65_000,
  before = [] as readonly Uint8Array[],
} = {}): Buffer {
  const sof = Buffer.alloc(6 + 3 * components)
  sof.writeUInt8(depth, 0)
  sof.writeUInt16BE(height, 1)
  sof.writeUInt16BE(width, 3)
  sof.writeUInt8(components, 5)
  const count = profile ? Math.ceil(profile.length / chunkBytes) : 0
  const profileSegments = Array.from({ length: count }, (_, i) =>
    buildJpegSegment(
      0xffe2,
      Buffer.concat([
        Buffer.from('ICC_PROFILE\0', 'latin1'),
        Buffer.from([i + 1, count]),
        profile!.subarray(i * chunkBytes, (i + 1) * chunkBytes),
      ]),
    ),
  )
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    ...profileSegments.reverse(),
    buildJpegSegment(frame, sof),
    Buffer.from([0xff, 0xd9]),
  ])
}

const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const riffChunk = (kind: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(kind, 0)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Builders of the headers of the three WebP formats: lossy, lossless, and extended with an optional profile. */
export const buildWebp = {
  lossy(width: number, height: number): Buffer {
    const data = Buffer.alloc(10)
    data.set([0x10, 0, 0, 0x9d, 0x01, 0x2a])
    data.writeUInt16LE(width, 6)
    data.writeUInt16LE(height, 8)
    return riff(riffChunk('VP8 ', data))
  },
  lossless(width: number, height: number, hasAlpha: boolean): Buffer {
    const data = Buffer.alloc(6)
    data.writeUInt8(0x2f, 0)
    data.writeUInt32LE(((width - 1) | ((height - 1) << 14) | (hasAlpha ? 1 << 28 : 0)) >>> 0, 1)
    return riff(riffChunk('VP8L', data))
  },
  extended(
    width: number,
    height: number,
    { hasAlpha = false, profile }: { hasAlpha?: boolean; profile?: Buffer } = {},
  ) {
    const data = Buffer.alloc(10)
    data.writeUInt8((hasAlpha ? 0x10 : 0) | (profile ? 0x20 : 0), 0)
    data.writeUIntLE(width - 1, 4, 3)
    data.writeUIntLE(height - 1, 7, 3)
    return riff(riffChunk('VP8X', data), ...(profile ? [riffChunk('ICCP', profile)] : []))
  },
}

/** Returns the first bytes of a GIF. `tableBits` is the size of the global colour table in bits, or 0 without a table. */
export function buildGif(width: number, height: number, tableBits = 8): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.write('GIF89a', 0)
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  bytes.writeUInt8(tableBits > 0 ? 0x80 | (tableBits - 1) : 0, 10)
  return bytes
}

/** Returns a box of an ISO media file. For full boxes, `data` begins with the four bytes of version and flags. */
export function buildIsoBox(kind: string, ...data: Uint8Array[]): Buffer {
  const body = Buffer.concat(data)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])

/** Returns an AVIF of one item, with an optional alpha plane. `bits` applies to each of `channels`. */
export function buildAvif({
  width = 1,
  height = 1,
  channels = 3,
  bits = 8,
  hasAlpha = false,
  profile = undefined as Buffer | undefined,
} = {}): Buffer {
  const zero = u32(0)
  const boxes = [
    buildIsoBox('ispe', zero, u32(width), u32(height)),
    buildIsoBox('pixi', zero, Buffer.from([channels, ...Array(channels).fill(bits)])),
    ...(profile ? [buildIsoBox('colr', Buffer.from('prof'), profile)] : []),
  ]
  const alpha = buildIsoBox('auxC', zero, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'))
  const links = Buffer.from([boxes.length, ...boxes.map((_, i) => 0x80 | (i + 1))])
  return Buffer.concat([
    buildIsoBox('ftyp', Buffer.from('avif'), zero, Buffer.from('avifmif1')),
    buildIsoBox(
      'meta',
      zero,
      buildIsoBox('hdlr', zero, Buffer.alloc(20)),
      buildIsoBox('pitm', zero, u16(1)),
      buildIsoBox(
        'iprp',
        buildIsoBox('ipco', ...boxes, ...(hasAlpha ? [alpha] : [])),
        buildIsoBox('ipma', zero, u32(2), u16(7), Buffer.from([1, 1]), u16(1), links),
      ),
    ),
    buildIsoBox('mdat', Buffer.alloc(64)),
  ])
}

/** Returns a Photoshop document without layers. `mode` is the number of the colour mode. */
export function buildPsd({
  width = 1,
  height = 1,
  channels = 3,
  depth = 8,
  mode = 3,
  profile = undefined as Buffer | undefined,
} = {}): Buffer {
  const head = Buffer.alloc(26)
  head.write('8BPS', 0)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(channels, 12)
  head.writeUInt32BE(height, 14)
  head.writeUInt32BE(width, 18)
  head.writeUInt16BE(depth, 22)
  head.writeUInt16BE(mode, 24)
  const resource = (id: number, data: Buffer) =>
    Buffer.concat([Buffer.from('8BIM'), u16(id), u16(0), u32(data.length), data, Buffer.alloc(data.length % 2)])
  const resources = Buffer.concat([
    resource(1036, Buffer.alloc(9001)),
    ...(profile ? [resource(1039, profile)] : []),
    resource(1005, Buffer.alloc(16)),
  ])
  return Buffer.concat([head, u32(0), u32(resources.length), resources, u32(0), Buffer.alloc(8)])
}
