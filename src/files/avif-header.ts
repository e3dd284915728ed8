import { type ByteReader, HeaderFault, latin1 } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const ALPHA = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

/** A box of ISO/IEC 14496-12: its four letters, and where its content lies. */
interface Box {
  kind: string
  start: number
  end: number
}

/**
 * Reads the properties of an AVIF's primary item (size, bits, profile) from its `meta` box; `colorType` is rgba where any
 * item is an alpha plane. Width and height are the stored ones, before a rotation. Throws HeaderFault.
 */
export async function readAvif(reader: ByteReader): Promise<ImageHeader> {
  const meta = await find(reader, { start: 0, end: reader.size }, 'meta')
  const inside = { start: meta.start + 4, end: meta.end }
  const primary = await primaryItem(reader, await find(reader, inside, 'pitm'))
  const iprp = await find(reader, inside, 'iprp')
  const all = await boxes(reader, await find(reader, iprp, 'ipco'))
  const own = (await associated(reader, await find(reader, iprp, 'ipma'), primary)).map((index) => all[index - 1])
  const size = own.find((box) => box?.kind === 'ispe')
  if (!size) throw new HeaderFault('broken')
  const view = await reader.view(size.start, 12)
  const [width, height] = [view.getUint32(4), view.getUint32(8)]
  if (width === 0 || height === 0) throw new HeaderFault('broken')
  const { bitDepth, isGrey } = await samples(reader, own, all)
  const hasAlpha = await hasAlphaPlane(reader, all)
  const name = await profileName(reader, own)
  return {
    type: 'image/avif',
    width,
    height,
    colorType: isGrey ? (hasAlpha ? 'grayscale-alpha' : 'grayscale') : hasAlpha ? 'rgba' : 'rgb',
    bitDepth,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

/** The boxes within a range, up to one of `last` kind. */
async function boxes(reader: ByteReader, { start, end }: Omit<Box, 'kind'>, last?: string): Promise<Box[]> {
  const found: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const head = await reader.view(at, 8)
    const kind = latin1(new Uint8Array(head.buffer, head.byteOffset + 4, 4))
    const stated = head.getUint32(0)
    const isLong = stated === 1
    const size = isLong ? Number((await reader.view(at + 8, 8)).getBigUint64(0)) : stated === 0 ? end - at : stated
    if (size < (isLong ? 16 : 8)) throw new HeaderFault('broken')
    if (at + size > end) throw new HeaderFault('truncated')
    found.push({ kind, start: at + (isLong ? 16 : 8), end: at + size })
    if (kind === last) break
    at += size
  }
  return found
}

async function find(reader: ByteReader, range: Omit<Box, 'kind'>, kind: string): Promise<Box> {
  const last = (await boxes(reader, range, kind)).at(-1)
  if (last?.kind !== kind) throw new HeaderFault('broken')
  return last
}

async function primaryItem(reader: ByteReader, { start }: Box): Promise<number> {
  return (await reader.u8(start)) === 0 ? reader.u16(start + 4) : reader.u32(start + 4)
}

/** The numbers (1-based) of the properties of an item. */
async function associated(reader: ByteReader, { start, end }: Box, item: number): Promise<number[]> {
  const [version, isWide] = [await reader.u8(start), ((await reader.u8(start + 3)) & 1) === 1]
  const idBytes = version === 0 ? 2 : 4
  let at = start + 8
  for (let left = await reader.u32(start + 4); left > 0 && at < end; left--) {
    const id = idBytes === 2 ? await reader.u16(at) : await reader.u32(at)
    const count = await reader.u8(at + idBytes)
    at += idBytes + 1
    if (id === item) {
      const list = await reader.view(at, count * (isWide ? 2 : 1))
      return Array.from({ length: count }, (_, i) =>
        isWide ? list.getUint16(2 * i) & 0x7fff : list.getUint8(i) & 0x7f,
      )
    }
    at += count * (isWide ? 2 : 1)
  }
  throw new HeaderFault('broken')
}

/** Bits per sample and whether there is no colour: from the item's `pixi`, else from its (or a tile's) AV1 configuration. */
async function samples(reader: ByteReader, own: readonly (Box | undefined)[], all: readonly Box[]) {
  const pixi = own.find((box) => box?.kind === 'pixi')
  if (pixi) {
    const view = await reader.view(pixi.start + 4, 2)
    return { bitDepth: view.getUint8(1), isGrey: view.getUint8(0) === 1 }
  }
  const av1C = own.find((box) => box?.kind === 'av1C') ?? all.find(({ kind }) => kind === 'av1C')
  if (!av1C) throw new HeaderFault('broken')
  const flags = await reader.u8(av1C.start + 2)
  return { bitDepth: flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8, isGrey: (flags & 0x10) !== 0 }
}

async function hasAlphaPlane(reader: ByteReader, all: readonly Box[]): Promise<boolean> {
  for (const { kind, start, end } of all) {
    if (kind !== 'auxC') continue
    const name = await reader.text(start + 4, Math.min(end - start - 4, 64))
    if (ALPHA.some((it) => name === it || name.startsWith(`${it}\0`))) return true
  }
  return false
}

async function profileName(reader: ByteReader, own: readonly (Box | undefined)[]): Promise<string | undefined> {
  for (const box of own) {
    if (box?.kind !== 'colr' || !['prof', 'rICC'].includes(await reader.text(box.start, 4))) continue
    const start = box.start + 4
    return readIccName((offset, length) => reader.bytes(start + offset, length), box.end - start)
  }
  return undefined
}
