import { ViewerError } from '../viewer-error.ts'

const BINARY = 'Kaydara FBX Binary  '
/** Offset of the version in a binary file, an unsigned 32-bit number. */
const VERSION_OFFSET = 23
/** Oldest supported versions, as files state them: 7000 is 7.0. */
const OLDEST_BINARY = 6400
const OLDEST_TEXT = 7000
/** Number of leading bytes searched for the version of a text file. */
const HEAD_BYTES = 4096

/** Throws a `ViewerError` (unsupported) that names the version of an FBX file too old to read. */
export function assertSupportedFbx(bytes: ArrayBuffer): void {
  const head = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_BYTES)))
  const isBinary = head.startsWith(BINARY) && bytes.byteLength >= VERSION_OFFSET + 4
  const version = isBinary
    ? new DataView(bytes).getUint32(VERSION_OFFSET, true)
    : Number(/FBXVersion:\s*(\d{1,9})/.exec(head)?.[1] ?? OLDEST_TEXT)
  if (version >= (isBinary ? OLDEST_BINARY : OLDEST_TEXT)) return
  const fbxVersion = String(version / 1000)
  throw new ViewerError('unsupported', `FBX ${fbxVersion} is not supported; save it as 7.4 or as GLB`, { fbxVersion })
}
