import { type FbxParcel, movable } from './fbx-parcel.ts'
import { parseFbx } from './fbx-parse.ts'

/** What the worker answers: that it runs, then what it read or what went wrong. */
export type FbxAnswer = 'ready' | { readonly parcel: FbxParcel } | { readonly fault: string }

const tell = (answer: FbxAnswer, moved: Transferable[] = []) => self.postMessage(answer, { transfer: moved })

// The loader says the same of every part of a file that is odd, which takes longer than to read it.
console.warn = () => {}
console.error = () => {}

/** The worker that parses one FBX file, so that a hostile one holds up nobody. */
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const parcel = parseFbx(data)
    tell({ parcel }, movable(parcel))
  } catch (error) {
    tell({ fault: error instanceof Error ? error.message : String(error) })
  }
})
tell('ready')
