import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { buildGlb } from '../support/glb.ts'

export interface BrowserFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a valid, unique model of about `bytes` bytes: one triangle followed by random data. */
export function createLargeModel(name: string, bytes: number): BrowserFile {
  const bin = new Uint8Array(randomBytes(Math.ceil(bytes / 4) * 4))
  bin.set(new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer))
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: bin.length }],
  }
  return { name, mimeType: 'model/gltf-binary', buffer: Buffer.from(buildGlb(JSON.stringify(document), bin)) }
}

/** Drops files on `target` as a user does: drag enter, drag over, drop. */
export async function dropFiles(page: Page, target: Locator, files: readonly BrowserFile[], onHover = async () => {}) {
  const encodedFiles = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, mimeType, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, encodedFiles)
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await onHover()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

export async function pasteFile(page: Page, { name, mimeType, buffer }: BrowserFile): Promise<void> {
  await page.evaluate(
    ({ name, mimeType, base64 }) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      clipboardData.items.add(new File([bytes], name, { type: mimeType }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    },
    { name, mimeType, base64: buffer.toString('base64') },
  )
}

/** Records the method and the offset of each upload request to `/files` from now on. */
export function recordUploadRequests(page: Page): { method: string; offset: number | undefined }[] {
  const uploadRequests: { method: string; offset: number | undefined }[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/files') || request.method() === 'GET') return
    const offset = request.headers()['upload-offset']
    uploadRequests.push({ method: request.method(), offset: offset === undefined ? undefined : Number(offset) })
  })
  return uploadRequests
}
