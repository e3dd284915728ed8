import { parseFbx } from './fbx-parse.ts'
import { type FbxTransfer, transferablesOf } from './fbx-transfer.ts'

/** Messages of the worker: `ready` once it runs, then the parsed file or the error message. */
export type FbxWorkerMessage = 'ready' | { readonly parcel: FbxTransfer } | { readonly fault: string }

const post = (message: FbxWorkerMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

// The loader warns about every unusual part of a file; logging would take longer than parsing.
console.warn = () => {}
console.error = () => {}

/** Parses one FBX file in a worker, so that a hostile file cannot block the page. */
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const parcel = parseFbx(data)
    post({ parcel }, transferablesOf(parcel))
  } catch (error) {
    post({ fault: error instanceof Error ? error.message : String(error) })
  }
})
post('ready')
