import { ViewerError } from './viewer-error.ts'

const BINARY = 'Kaydara FBX Binary  '
/** Where the version stands in a binary file, an unsigned number of four bytes. */
const VERSION_AT = 23
/** Oldest versions that can be read, as files state them: 7000 is 7.0. */
const OLDEST_BINARY = 6400
const OLDEST_TEXT = 7000
/** How far into a text file its version is looked for; it stands in the header's first lines. */
const HEAD_BYTES = 4096

/** Throws a `ViewerError` (unsupported) with the version for an FBX file that is too old to be read. */
export function refuseOldFbx(bytes: ArrayBuffer): void {
  const head = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_BYTES)))
  const isBinary = head.startsWith(BINARY) && bytes.byteLength >= VERSION_AT + 4
  const stated = isBinary
    ? new DataView(bytes).getUint32(VERSION_AT, true)
    : Number(/FBXVersion:\s*(\d{1,9})/.exec(head)?.[1] ?? OLDEST_TEXT)
  if (stated >= (isBinary ? OLDEST_BINARY : OLDEST_TEXT)) return
  const fbxVersion = String(stated / 1000)
  throw new ViewerError('unsupported', `FBX ${fbxVersion} is not supported; save it as 7.4 or as GLB`, { fbxVersion })
}
