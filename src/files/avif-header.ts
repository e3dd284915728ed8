import { type ByteReader, decodeLatin1, HeaderError } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const ALPHA = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

/** A box of ISO/IEC 14496-12: its four-letter type, and the range of its content. */
interface Box {
  kind: string
  start: number
  end: number
}

/**
 * Reads the properties of an AVIF's primary item (size, bits, profile) from its `meta` box. `colorType` is rgba if any item is an
 * alpha plane. Width and height are as stored, before rotation. Throws HeaderError.
 */
export async function readAvif(reader: ByteReader): Promise<ImageHeader> {
  const meta = await findBox(reader, { start: 0, end: reader.size }, 'meta')
  const metaContent = { start: meta.start + 4, end: meta.end }
  const primary = await readPrimaryItem(reader, await findBox(reader, metaContent, 'pitm'))
  const iprp = await findBox(reader, metaContent, 'iprp')
  const properties = await readBoxes(reader, await findBox(reader, iprp, 'ipco'))
  const itemProperties = (await readAssociations(reader, await findBox(reader, iprp, 'ipma'), primary)).map(
    (index) => properties[index - 1],
  )
  const size = itemProperties.find((box) => box?.kind === 'ispe')
  if (!size) throw new HeaderError('broken')
  const view = await reader.view(size.start, 12)
  const [width, height] = [view.getUint32(4), view.getUint32(8)]
  if (width === 0 || height === 0) throw new HeaderError('broken')
  const { bitDepth, isGrey } = await readSamples(reader, itemProperties, properties)
  const hasAlpha = await hasAlphaPlane(reader, properties)
  const name = await readProfileName(reader, itemProperties)
  return {
    type: 'image/avif',
    width,
    height,
    colorType: isGrey ? (hasAlpha ? 'grayscale-alpha' : 'grayscale') : hasAlpha ? 'rgba' : 'rgb',
    bitDepth,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

/** Returns the boxes within a range, up to the first of kind `last`. */
async function readBoxes(reader: ByteReader, { start, end }: Omit<Box, 'kind'>, last?: string): Promise<Box[]> {
  const result: Box[] = []
  for (let position = start; position + 8 <= end; ) {
    const header = await reader.view(position, 8)
    const kind = decodeLatin1(new Uint8Array(header.buffer, header.byteOffset + 4, 4))
    const statedSize = header.getUint32(0)
    const isLong = statedSize === 1
    const size = isLong
      ? Number((await reader.view(position + 8, 8)).getBigUint64(0))
      : statedSize === 0
        ? end - position
        : statedSize
    if (size < (isLong ? 16 : 8)) throw new HeaderError('broken')
    if (position + size > end) throw new HeaderError('truncated')
    result.push({ kind, start: position + (isLong ? 16 : 8), end: position + size })
    if (kind === last) break
    position += size
  }
  return result
}

async function findBox(reader: ByteReader, range: Omit<Box, 'kind'>, kind: string): Promise<Box> {
  const last = (await readBoxes(reader, range, kind)).at(-1)
  if (last?.kind !== kind) throw new HeaderError('broken')
  return last
}

async function readPrimaryItem(reader: ByteReader, { start }: Box): Promise<number> {
  return (await reader.u8(start)) === 0 ? reader.u16(start + 4) : reader.u32(start + 4)
}

/** Returns the 1-based property indexes of an item. */
async function readAssociations(reader: ByteReader, { start, end }: Box, item: number): Promise<number[]> {
  const [version, isWide] = [await reader.u8(start), ((await reader.u8(start + 3)) & 1) === 1]
  const idBytes = version === 0 ? 2 : 4
  let position = start + 8
  for (let remaining = await reader.u32(start + 4); remaining > 0 && position < end; remaining--) {
    const id = idBytes === 2 ? await reader.u16(position) : await reader.u32(position)
    const count = await reader.u8(position + idBytes)
    position += idBytes + 1
    if (id === item) {
      const list = await reader.view(position, count * (isWide ? 2 : 1))
      return Array.from({ length: count }, (_, i) =>
        isWide ? list.getUint16(2 * i) & 0x7fff : list.getUint8(i) & 0x7f,
      )
    }
    position += count * (isWide ? 2 : 1)
  }
  throw new HeaderError('broken')
}

/**
 * Returns the bits per sample and whether the image is monochrome. Reads the item's `pixi`, or else the AV1 configuration of the
 * item or of a tile.
 */
async function readSamples(
  reader: ByteReader,
  itemProperties: readonly (Box | undefined)[],
  properties: readonly Box[],
) {
  const pixi = itemProperties.find((box) => box?.kind === 'pixi')
  if (pixi) {
    const view = await reader.view(pixi.start + 4, 2)
    return { bitDepth: view.getUint8(1), isGrey: view.getUint8(0) === 1 }
  }
  const av1C = itemProperties.find((box) => box?.kind === 'av1C') ?? properties.find(({ kind }) => kind === 'av1C')
  if (!av1C) throw new HeaderError('broken')
  const flags = await reader.u8(av1C.start + 2)
  return { bitDepth: flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8, isGrey: (flags & 0x10) !== 0 }
}

async function hasAlphaPlane(reader: ByteReader, properties: readonly Box[]): Promise<boolean> {
  for (const { kind, start, end } of properties) {
    if (kind !== 'auxC') continue
    const name = await reader.text(start + 4, Math.min(end - start - 4, 64))
    if (ALPHA.some((urn) => name === urn || name.startsWith(`${urn}\0`))) return true
  }
  return false
}

async function readProfileName(
  reader: ByteReader,
  itemProperties: readonly (Box | undefined)[],
): Promise<string | undefined> {
  for (const box of itemProperties) {
    if (box?.kind !== 'colr' || !['prof', 'rICC'].includes(await reader.text(box.start, 4))) continue
    const start = box.start + 4
    return readIccName((offset, length) => reader.bytes(start + offset, length), box.end - start)
  }
  return undefined
}
