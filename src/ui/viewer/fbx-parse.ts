import { LoadingManager, Texture } from 'three'
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js'
import { type FbxParcel, packFbx } from './fbx-parcel.ts'

/**
 * Parses an FBX file, in a worker or on the page, without asking for anything outside of it; its pictures are not decoded.
 * Throws what the loader throws.
 */
export function parseFbx(bytes: ArrayBuffer): FbxParcel {
  const pictures = new Map<string, Blob>()
  const sources = new Map<Texture, string>()
  const manager = new LoadingManager()
  // The loader takes a file's name for a texture and hands it to whoever knows its ending.
  const handler = {
    path: '.',
    setPath: () => handler,
    load: (address: string) => {
      const texture = new Texture()
      sources.set(texture, address)
      return texture
    },
  }
  manager.getHandler = () => handler as unknown as ReturnType<LoadingManager['getHandler']>
  const parsed = catchingPictures(pictures, () => new FBXLoader(manager).parse(bytes, ''))
  return packFbx(parsed, parsed.animations, (texture) => {
    const address = sources.get(texture) ?? ''
    return pictures.get(address) ?? blobOf(address)
  })
}

/** Keeps the pictures that the loader would give addresses to, which only a page could read. */
function catchingPictures<T>(pictures: Map<string, Blob>, parse: () => T): T {
  const scope = globalThis as { window?: unknown }
  const hadWindow = 'window' in scope
  const { createObjectURL } = URL
  URL.createObjectURL = (blob) => {
    const address = `blob:${pictures.size}`
    pictures.set(address, blob as Blob)
    return address
  }
  // A camera asks for the window's shape; no camera is kept.
  if (!hadWindow) scope.window = { innerWidth: 1, innerHeight: 1 }
  try {
    return parse()
  } finally {
    URL.createObjectURL = createObjectURL
    if (!hadWindow) delete scope.window
  }
}

/** The picture in a base64 data URL, as text files hold theirs; null for anything else. */
function blobOf(address: string): Blob | null {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? []
  try {
    return data ? new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type }) : null
  } catch {
    return null
  }
}
