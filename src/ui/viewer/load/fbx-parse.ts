import { LoadingManager, Texture } from 'three'
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js'
import { type FbxTransfer, packFbx } from './fbx-transfer.ts'

/**
 * Parses an FBX file, in a worker or on the page, without any request for external files. Images are not decoded. Throws the
 * errors of the loader.
 */
export function parseFbx(bytes: ArrayBuffer): FbxTransfer {
  const pictures = new Map<string, Blob>()
  const sources = new Map<Texture, string>()
  const manager = new LoadingManager()
  // The loader looks up a texture handler by the image file's extension; this handler records the name without loading.
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
  const parsed = captureImageBlobs(pictures, () => new FBXLoader(manager).parse(bytes, ''))
  return packFbx(parsed, parsed.animations, (texture) => {
    const address = sources.get(texture) ?? ''
    return pictures.get(address) ?? blobOf(address)
  })
}

/** Collects the embedded images. The loader would create object URLs, which only a page can read. */
function captureImageBlobs<T>(pictures: Map<string, Blob>, parse: () => T): T {
  const globalScope = globalThis as { window?: unknown }
  const hadWindow = 'window' in globalScope
  const { createObjectURL } = URL
  URL.createObjectURL = (blob) => {
    const address = `blob:${pictures.size}`
    pictures.set(address, blob as Blob)
    return address
  }
  // The loader's camera code reads the window size, which a worker lacks. Any size works, because cameras are left out.
  if (!hadWindow) globalScope.window = { innerWidth: 1, innerHeight: 1 }
  try {
    return parse()
  } finally {
    URL.createObjectURL = createObjectURL
    if (!hadWindow) delete globalScope.window
  }
}

/** Returns the image of a base64 data URL, as found in text FBX files. Returns null for any other URL. */
function blobOf(address: string): Blob | null {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? []
  try {
    return data ? new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type }) : null
  } catch {
    return null
  }
}
